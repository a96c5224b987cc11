import { type BulkItem, type BulkReport, uniqueKeys } from '../../model/base/bulk.ts';
import type { Version } from '../../model/versions/version.ts';
import type { ProjectEntry } from '../../store/tables/projects/project-rows.ts';
import type { BuildTrust } from '../builds/build-trust.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { VersionsService } from './versions.ts';

/** A build to trigger: of a version by slug, or of the project's default version. */
export type BuildTarget = { readonly project: string; readonly version?: string | undefined };

/** A report whose items name the project and version. */
export type BuildReport = {
  readonly items: readonly (BulkItem & { readonly project: string; readonly version: string })[];
};

type Planned<T> = { readonly item: T; readonly version: Version | undefined };

/**
 * Creates the bulk actions on versions: activate, deactivate and build. Each has a preview that shows what would happen
 * to each item; the action itself is one transaction and skips refused items.
 */
export function createBulkVersions(
  context: ServiceContext,
  versions: VersionsService,
  builds: BuildsService,
  trust: Pick<BuildTrust, 'isRefused' | 'unbuildableReason'>,
) {
  const { store, access } = context;

  function planSwitch(actor: Actor, slug: string, slugs: readonly string[], active: boolean): BulkItem[] {
    const entry = access.maintainedProject(actor, slug);
    const known = new Map(
      store.versions.ofProject(entry.project.id).map((version) => [version.slug, version]),
    );
    return uniqueKeys(slugs).map((key) => planVersion(entry, key, known.get(key), active));
  }

  function planVersion(
    entry: ProjectEntry,
    key: string,
    version: Version | undefined,
    active: boolean,
  ): BulkItem {
    const item = { key, name: version?.verboseName ?? key };
    if (!version) return { ...item, outcome: 'refused', note: `There is no version "${key}".` };
    if (version.type === 'external') {
      return { ...item, outcome: 'refused', note: 'The repository activates and deactivates pull requests.' };
    }
    if (version.active === active) {
      return { ...item, outcome: 'same', note: active ? 'Already active.' : 'Already inactive.' };
    }
    return {
      ...item,
      outcome: 'change',
      note: active ? activationNote(entry, version) : deactivationNote(entry, version),
    };
  }

  function activationNote({ project }: ProjectEntry, version: Version): string {
    if (store.builds.isRunning(version.id)) return 'A build is queued or running.';
    if (trust.unbuildableReason(project) !== undefined) return 'A record: nothing is built.';
    return trust.isRefused(project) ? 'Starts a build if you allow builds.' : 'Starts a build.';
  }

  function deactivationNote({ effectiveDefaultVersion }: ProjectEntry, version: Version): string {
    if (version.slug === effectiveDefaultVersion) return 'It is the default version. Its pages are removed.';
    return version.built ? 'Its pages are removed.' : '';
  }

  function planBuild(actor: Actor, target: BuildTarget): Planned<BuildReport['items'][number]> {
    const found = store.projectList.projects().get(store.projects.idOf(target.project) ?? 0);
    const project = found && access.maintains(actor, found.id) ? found : undefined;
    const slug = target.version ?? project?.defaultVersion ?? '';
    const identity = { project: target.project, version: slug, key: `${target.project} ${slug}` };
    const refuse = (note: string, name: string) => ({
      item: { ...identity, name, outcome: 'refused' as const, note },
      version: undefined,
    });
    if (!project) return refuse(notMaintainedMessage(target.project), target.project);
    const version = store.versions.bySlug(project.id, slug);
    const name = `${project.name} ${version?.verboseName ?? slug}`;
    if (!version) return refuse(`There is no version "${slug}".`, name);
    const entry = store.projects.byId(project.id);
    const reason = entry && trust.unbuildableReason(entry.project);
    if (reason !== undefined) return refuse(reason, name);
    const item = { ...identity, name };
    if (store.builds.isRunning(version.id)) {
      return {
        item: { ...item, outcome: 'same', note: 'A build is queued or running.' },
        version: undefined,
      };
    }
    const note = version.active ? '' : 'It is inactive, and stays inactive.';
    return { item: { ...item, outcome: 'change', note }, version };
  }

  function planBuilds(actor: Actor, targets: readonly BuildTarget[]) {
    const planned = targets.map((target) => planBuild(actor, target));
    return [...new Map(planned.map((plan) => [plan.item.key, plan])).values()];
  }

  return {
    /** @throws NotFound @throws Forbidden */
    previewSwitch(actor: Actor, project: string, slugs: readonly string[], active: boolean): BulkReport {
      return store.read(() => ({ items: planSwitch(actor, project, slugs, active) }));
    },

    /** Activates or deactivates versions as `versions.update` does; triggers no builds known to fail. @throws NotFound @throws Forbidden */
    switch(actor: Actor, project: string, slugs: readonly string[], active: boolean): BulkReport {
      return store.change(() => {
        const items = planSwitch(actor, project, slugs, active);
        for (const { key, outcome } of items) {
          if (outcome === 'change') versions.update(actor, project, key, { active }, { skipsRefused: true });
        }
        return { items };
      });
    },

    /** Shows what would be built. Skips versions that are being built, since the waiting build sees the same commit. */
    previewBuilds(actor: Actor, targets: readonly BuildTarget[]): BuildReport {
      return store.read(() => ({ items: planBuilds(actor, targets).map(({ item }) => item) }));
    },

    triggerBuilds(actor: Actor, targets: readonly BuildTarget[]): BuildReport {
      return store.change(() => {
        const planned = planBuilds(actor, targets);
        for (const { version } of planned) if (version) builds.start(actor, version);
        return { items: planned.map(({ item }) => item) };
      });
    },
  };
}

export type BulkVersions = ReturnType<typeof createBulkVersions>;

/** Returns one message for projects that do not exist and for those that the actor may not see. */
export function notMaintainedMessage(slug: string): string {
  return `There is no project "${slug}" that you maintain.`;
}

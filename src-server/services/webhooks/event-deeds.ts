import { versionSlugSource } from '../../model/base/slug.ts';
import { effectiveDefaultBranch, type Project } from '../../model/projects/project.ts';
import { LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import type { EventWish } from '../../model/webhooks/webhook-event.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { VersionsService } from '../versions/versions.ts';

/** What the sender of an event hears (behaviour.md 16). Keys stand in their order. */
export type EventAnswer =
  | {
      readonly build_triggered: boolean;
      readonly project: string;
      readonly versions: readonly string[];
      readonly versions_synced?: true;
    }
  | { readonly project: string; readonly version_deleted: boolean; readonly versions: readonly string[] }
  | { readonly detail: string };

const UNHANDLED = 'Unhandled webhook event';

/** Does what events ask for. Who may send them has been asked; call it in a transaction. */
export function createEventDeeds(
  { store, changes, clock }: ServiceContext,
  versions: VersionsService,
  builds: BuildsService,
) {
  /** Where neither is known: what our `latest` follows is what a file said of the repository. */
  function defaultBranch(project: Project): string {
    const known = project.defaultBranch || project.remoteBranch;
    if (known) return known;
    const latest = store.versions.bySlug(project.id, LATEST);
    return (latest?.machine ? latest.identifier : '') || effectiveDefaultBranch(project);
  }

  /** Each active version once, whichever of the branches it follows. */
  function build(actor: Actor, project: Project, branches: readonly string[] | null): EventAnswer {
    const names = new Set(branches ?? [defaultBranch(project)]);
    const meant = store.versions
      .ofProject(project.id)
      .filter((version) => version.active && follows(version, names));
    for (const version of meant) builds.start(actor, version);
    return {
      build_triggered: meant.length > 0,
      project: project.slug,
      versions: meant.map(({ slug }) => slug),
    };
  }

  function sync(actor: Actor, project: Project): EventAnswer {
    if (store.projects.requestSync(project.id, clock())) {
      const subject = { subjectId: project.id, projectId: project.id };
      changes.record(actor, { action: 'project.request-sync', ...subject });
    }
    const hasLatest = store.versions.bySlug(project.id, LATEST) !== undefined;
    const versions = hasLatest ? [LATEST] : [];
    return { build_triggered: false, project: project.slug, versions, versions_synced: true };
  }

  function external(project: Project, name: string): Version | undefined {
    return store.versions
      .ofProject(project.id)
      .find(({ type, verboseName }) => type === 'external' && verboseName === name);
  }

  /** Its version follows the newest commit (behaviour.md 8). */
  function buildPullRequest(actor: Actor, project: Project, name: string, commit: string): EventAnswer {
    const known = external(project, name);
    const next = { identifier: commit, active: true };
    let version: Version;
    if (known) {
      version = { ...known, ...next };
      versions.save(actor, known, version, 'version.update');
    } else {
      const slugs = store.versions.ofProject(project.id).map(({ slug }) => slug);
      const slug = versionSlugSource([LATEST, STABLE, ...slugs])(name);
      const made = { ...NEW_PULL_REQUEST, ...next, projectId: project.id, slug, verboseName: name };
      version = store.versions.insert(made);
      const subject = { subjectId: version.id, projectId: project.id };
      changes.record(actor, { action: 'version.create', ...subject, after: { ...version } });
    }
    builds.start(actor, version, commit);
    return { build_triggered: true, project: project.slug, versions: [name] };
  }

  /** Its builds go with it; those that run are ended. */
  function closePullRequest(actor: Actor, project: Project, name: string): EventAnswer {
    const version = external(project, name);
    if (!version) return { project: project.slug, version_deleted: false, versions: [] };
    const subject = { subjectId: version.id, projectId: project.id };
    for (const { id, versionId } of store.builds.claimed()) {
      if (versionId !== version.id) continue;
      changes.record(actor, { action: 'build.request-cancel', subjectId: id, projectId: project.id });
    }
    changes.record(actor, { action: 'version.delete', ...subject, before: { ...version } });
    store.versions.remove(version.id);
    return { project: project.slug, version_deleted: true, versions: [name] };
  }

  return {
    /** Builds, asks for a sync, or takes a pull request in or out. */
    fulfil(actor: Actor, project: Project, wish: EventWish): EventAnswer {
      switch (wish.kind) {
        case 'build':
          return build(actor, project, wish.branches);
        case 'sync':
          return sync(actor, project);
        case 'pull-request':
          return buildPullRequest(actor, project, wish.name, wish.commit);
        case 'pull-request-closed':
          return closePullRequest(actor, project, wish.name);
        case 'unhandled':
          return { detail: UNHANDLED };
      }
    },
  };
}

export type EventDeeds = ReturnType<typeof createEventDeeds>;

const NEW_PULL_REQUEST = {
  type: 'external',
  built: false,
  uploaded: false,
  machine: false,
  privacyLevel: 'public',
  downloads: [],
  pagesBuild: null,
} as const;

/** The names under which a version can follow a branch or tag (behaviour.md 16). */
function follows({ type, identifier, verboseName }: Version, names: ReadonlySet<string>): boolean {
  if (type === 'external') return false;
  const branch = identifier.replace(/^(?:remotes\/)?origin\//, '');
  return names.has(identifier) || names.has(branch) || names.has(verboseName);
}

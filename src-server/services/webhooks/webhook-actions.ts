import { createVersionSlugGenerator } from '../../model/base/slug.ts';
import { effectiveDefaultBranch, type Project } from '../../model/projects/project.ts';
import { LATEST, STABLE, type Version } from '../../model/versions/version.ts';
import type { WebhookCommand } from '../../model/webhooks/webhook-command.ts';
import type { BuildsService } from '../builds/builds.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { requestSync } from '../versions/version-sync.ts';
import type { VersionsService } from '../versions/versions.ts';

/** The answer to an event (behaviour.md 16), with its keys in order. */
export type WebhookAnswer =
  | {
      readonly build_triggered: boolean;
      readonly project: string;
      readonly versions: readonly string[];
      readonly versions_synced?: true;
    }
  | { readonly project: string; readonly version_deleted: boolean; readonly versions: readonly string[] }
  | { readonly detail: string };

const UNHANDLED_EVENT = 'Unhandled webhook event';

/** Carries out the commands of events that are authenticated already; call it in a transaction. */
export function createWebhookActions(
  context: ServiceContext,
  versions: VersionsService,
  builds: BuildsService,
) {
  const { store, changes } = context;

  /** Gives the default branch; falls back to the one that `latest` follows, as a seed may have set it. */
  function defaultBranch(project: Project): string {
    const known = project.defaultBranch || project.remoteBranch;
    if (known) return known;
    const latest = store.versions.bySlug(project.id, LATEST);
    return (latest?.machine ? latest.identifier : '') || effectiveDefaultBranch(project);
  }

  /** Builds each active version that follows one of the branches, once; one that waits already is not added again. */
  function build(actor: Actor, project: Project, branches: readonly string[] | null): WebhookAnswer {
    const names = new Set(branches ?? [defaultBranch(project)]);
    const matching = store.versions
      .ofProject(project.id)
      .filter((version) => version.active && follows(version, names));
    for (const version of matching) builds.startOrJoin(actor, version);
    return {
      build_triggered: matching.length > 0,
      project: project.slug,
      versions: matching.map(({ slug }) => slug),
    };
  }

  function sync(actor: Actor, project: Project): WebhookAnswer {
    requestSync(context, actor, project.id);
    const hasLatest = store.versions.bySlug(project.id, LATEST) !== undefined;
    const versions = hasLatest ? [LATEST] : [];
    return { build_triggered: false, project: project.slug, versions, versions_synced: true };
  }

  function pullRequestVersion(project: Project, name: string): Version | undefined {
    return store.versions
      .ofProject(project.id)
      .find(({ type, verboseName }) => type === 'external' && verboseName === name);
  }

  /** Builds a pull request's version at its newest commit, created if need be (behaviour.md 8). */
  function buildPullRequest(actor: Actor, project: Project, name: string, commit: string): WebhookAnswer {
    const known = pullRequestVersion(project, name);
    const next = { identifier: commit, active: true };
    let version: Version;
    if (known) {
      version = { ...known, ...next };
      versions.save(actor, known, version, 'version.update');
    } else {
      const slugs = store.versions.ofProject(project.id).map(({ slug }) => slug);
      const slug = createVersionSlugGenerator([LATEST, STABLE, ...slugs])(name);
      const made = {
        ...NEW_PULL_REQUEST,
        privacyLevel: project.externalBuildsPrivacyLevel,
        ...next,
        projectId: project.id,
        slug,
        verboseName: name,
      };
      version = store.versions.insert(made);
      const subject = { subjectId: version.id, projectId: project.id };
      changes.record(actor, { action: 'version.create', ...subject, after: { ...version } });
    }
    builds.startOrJoin(actor, version, commit);
    return { build_triggered: true, project: project.slug, versions: [name] };
  }

  /** Removes a pull request's version with its builds; cancels the running ones. */
  function closePullRequest(actor: Actor, project: Project, name: string): WebhookAnswer {
    const version = pullRequestVersion(project, name);
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
    /** Starts builds, requests a sync, or adds or removes a pull request's version. */
    apply(actor: Actor, project: Project, command: WebhookCommand): WebhookAnswer {
      switch (command.kind) {
        case 'build':
          return build(actor, project, command.branches);
        case 'sync':
          return sync(actor, project);
        case 'pull-request':
          // Anyone may open one, so its code runs only where the project says so (safety S12).
          if (!project.pullRequestBuilds) return { detail: UNHANDLED_EVENT };
          return buildPullRequest(actor, project, command.name, command.commit);
        case 'pull-request-closed':
          return closePullRequest(actor, project, command.name);
        case 'unhandled':
          return { detail: UNHANDLED_EVENT };
      }
    },
  };
}

export type WebhookActions = ReturnType<typeof createWebhookActions>;

const NEW_PULL_REQUEST = {
  type: 'external',
  built: false,
  uploaded: false,
  machine: false,
  hidden: false,
  fastRebuild: false,
  downloads: [],
  pagesBuild: null,
} as const;

/** Whether a version follows one of these branches or tags (behaviour.md 16). */
function follows({ type, identifier, verboseName }: Version, names: ReadonlySet<string>): boolean {
  if (type === 'external') return false;
  const branch = identifier.replace(/^(?:remotes\/)?origin\//, '');
  return names.has(identifier) || names.has(branch) || names.has(verboseName);
}

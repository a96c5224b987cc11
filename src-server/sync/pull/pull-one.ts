import { readOne } from '../../model/sync/answers/read-object.ts';
import { type RemoteProjectObject, readProject } from '../../model/sync/answers/remote-project.ts';
import type { RemoteBuild, RemoteProject } from '../../model/sync/link.ts';
import { servicePath } from '../client/service-address.ts';
import { ServiceFailure } from '../client/service-failure.ts';
import type { ListedProject } from './pull-services.ts';
import type { PullOptions, PullState } from './pull-state.ts';
import { projectReader } from './read-project.ts';

/** Answers about single projects that end a run when they come one after the other. */
const MOST_ODD = 3;

/** Creates what pulls one project: reads it, and applies it in one transaction. */
export function projectPuller(options: PullOptions, state: PullState) {
  const { services, actor, client, remote, run, builds, clock } = options;
  let odd = 0;

  async function detailsOf({ key, slug }: ListedProject): Promise<RemoteProjectObject | undefined> {
    const kept = state.details.get(key);
    state.details.delete(key);
    if (kept) return kept;
    const json = await client.get(servicePath('projects', slug));
    const { value } = readOne(readProject, json, slug, { service: remote.kind, now: clock() });
    // Another project may have the slug by now.
    return value?.key === key ? value : undefined;
  }

  async function read(details: RemoteProjectObject): Promise<RemoteProject> {
    const reader = projectReader(client, { service: remote.kind, now: clock() });
    const { key, address: slug } = details;
    const pulled = services.sync.pulledState(actor, remote.id, key);
    // The list of the account no longer names a parent whose last subproject is gone there.
    const wanted = { builds, isParent: state.parents.has(slug) || pulled?.isParent === true };
    const isWhole = run.full || state.cursor.slugs !== null;
    const known = isWhole || pulled?.lacksSubproject ? null : pulled;
    if (!known || builds === 0) return reader.lists(details, wanted);
    const newest = await reader.builds(slug, builds);
    const isSame = known.modified === (details.shown.modified ?? null) && !hasNews(newest, known.builds);
    return isSame ? reader.withoutLists(details, newest) : reader.lists(details, wanted, newest);
  }

  function leaveOut(slug: string, why: string): void {
    state.notes.push(`${slug}: ${why}`);
    state.counts = { ...state.counts, leftOut: state.counts.leftOut + 1 };
  }

  async function pull(listed: ListedProject): Promise<void> {
    const details = await detailsOf(listed);
    if (!details) return leaveOut(listed.slug, 'The service answers it with another project. Pull again.');
    const project = await read(details);
    const applied = services.sync.applyProject(actor, remote.id, project, {
      mayDelete: state.cursor.mayDelete,
      builds,
    });
    const { counts } = state;
    state.counts = {
      projects: counts.projects + Number(applied.outcome !== 'left-out'),
      created: counts.created + Number(applied.outcome === 'created'),
      changed: counts.changed + Number(applied.outcome === 'changed'),
      leftOut: counts.leftOut + Number(applied.outcome === 'left-out'),
      incoming: counts.incoming + applied.incoming,
      conflicts: counts.conflicts + applied.conflicts,
    };
    state.notes.push(...applied.notes.map((note) => `${listed.slug}: ${note}`));
  }

  /** Pulls a project; one that cannot be read is left out with a note. @throws ServiceFailure when nothing can be read */
  return async (listed: ListedProject): Promise<void> => {
    try {
      await pull(listed);
      odd = 0;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      const isGone = error.kind === 'missing' || error.kind === 'not-allowed';
      const isOdd = error.kind === 'refused' || error.kind === 'not-the-service';
      odd += Number(isOdd);
      if (!(isGone || (isOdd && odd < MOST_ODD))) throw error;
      leaveOut(
        listed.slug,
        isGone ? 'It is gone there, or no longer yours. Its copy here is kept.' : error.message,
      );
    }
  };
}

/** Returns whether a build is new, or in another state than the stored one: something happened to the project. */
function hasNews(newest: readonly RemoteBuild[], known: ReadonlyMap<number, string>): boolean {
  return newest.some(({ key, state }) => known.get(key) !== state);
}

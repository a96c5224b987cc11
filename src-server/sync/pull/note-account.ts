import { setImmediate } from 'node:timers/promises';
import type { RemoteProjectObject } from '../../model/sync/answers/remote-project.ts';
import { listProjects } from './list-projects.ts';
import type { PullServices } from './pull-services.ts';
import type { PullOptions } from './pull-state.ts';

/** What a listing of the account needs. */
export type AccountInput = Pick<PullOptions, 'actor' | 'client' | 'remote' | 'clock'> & {
  readonly services: Pick<PullServices, 'remotes'>;
};
/** What it showed. */
export type NotedAccount = {
  /** Slugs there of projects that have subprojects. */
  readonly parents: ReadonlySet<string>;
  /** Sentences about what is gone. */
  readonly notes: readonly string[];
};

/**
 * Stores the projects that the account shows, page by page; a complete list marks those that are gone.
 * @throws ServiceFailure
 */
export async function noteAccount(
  { services, actor, client, remote, clock }: AccountInput,
  onPage: (projects: readonly RemoteProjectObject[], count: number) => void = () => {},
): Promise<NotedAccount> {
  const context = { service: remote.kind, now: clock() };
  const { complete, parents, keys, notTaken } = await listProjects(
    client,
    context,
    async (projects, count) => {
      const listed = projects.map(({ key, address: slug, name, parent, translationOf }) => ({
        ...{ key, slug, name, parent, translationOf },
      }));
      services.remotes.noteListed(actor, remote.id, listed);
      onPage(projects, count);
      await setImmediate();
    },
  );
  if (!complete)
    return {
      parents,
      notes: [...notTaken, 'The list of projects was not complete, so none was marked as gone.'],
    };
  const gone = services.remotes.noteGone(actor, remote.id, keys);
  const notes = gone.map((slug) => `${slug}: It is gone there, or no longer yours. Its copy here is kept.`);
  return { parents, notes: [...notTaken, ...notes] };
}

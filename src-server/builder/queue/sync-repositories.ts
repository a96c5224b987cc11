import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Invalid, NotFound } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import { repositoryUrlError } from '../../model/projects/repository-url.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { toRefs } from '../../services/projects/project-import.ts';
import type { RepositoryRefs } from '../../services/versions/version-refs.ts';
import { listRefs, prepareSource } from '../git/remote-refs.ts';
import { readRefs } from '../git/repository-refs.ts';

const REFS_MS = 30_000;
const runner = systemActor('runner');

/** Why a repository other than git's is never read. */
export const ONLY_GIT =
  'Lectern reads and builds git repositories only. The versions of this project stay as they are.';

/**
 * Reads the repositories of all projects that wait for it, and of those just made, one after the other.
 * What cannot be read is said in the project and changes nothing else.
 */
export async function syncPending(
  services: Services,
  created: Set<number>,
  signal: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  for (let project = nextProject(services, created); project; project = nextProject(services, created)) {
    if (signal.aborted) return;
    try {
      await syncProject(services, project, signal);
    } catch (error) {
      if (signal.aborted) return;
      log(
        `The repository of ${project.slug} could not be read: ${error instanceof Error ? error.stack : ''}`,
      );
      services.versionSync.recordFailure(
        runner,
        project.slug,
        'Reading the repository failed. The log says more.',
      );
    }
  }
}

/**
 * Brings a project's versions up to date with its repository (behaviour.md 8). Gives why that failed, in words for
 * people; undefined when it went well. Then the versions are as they were, and the project says why.
 * @throws DOMException AbortError when given up
 */
export async function syncProject(
  services: Pick<Services, 'versionSync'>,
  project: Project,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { requested } = services.versionSync.state(runner, project.slug);
    const refs = await readRepository(project, signal);
    services.versionSync.apply(runner, project.slug, refs, { url: project.repositoryUrl, requested });
    return undefined;
  } catch (error) {
    // It may have been removed meanwhile.
    if (error instanceof NotFound) return undefined;
    if (!(error instanceof Invalid)) throw error;
    const reason = Object.values(error.errors).flat().join(' ');
    services.versionSync.recordFailure(runner, project.slug, reason);
    return reason;
  }
}

/** @throws Invalid with the reason, for a repository that cannot be read */
async function readRepository(project: Project, signal: AbortSignal): Promise<RepositoryRefs> {
  if (project.repositoryType !== 'git') throw new Invalid({ url: [ONLY_GIT] });
  const urlError = repositoryUrlError(project.repositoryUrl);
  if (urlError !== undefined) throw new Invalid({ url: [urlError] });
  const tempFolder = await mkdtemp(join(tmpdir(), 'lectern-sync-'));
  try {
    return toRefs(
      readRefs(await listRefs(await prepareSource(project.repositoryUrl, tempFolder), REFS_MS, signal)),
    );
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}

function nextProject(services: Services, created: Set<number>): Project | undefined {
  const [createdId] = created;
  if (createdId === undefined) return services.versionSync.next();
  created.delete(createdId);
  return services.versionSync.ofProject(createdId) ?? nextProject(services, created);
}

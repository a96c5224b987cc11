import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Invalid, NotFound } from '../../model/base/problems.ts';
import type { Project } from '../../model/projects/project.ts';
import { storedRepositoryUrlError } from '../../model/projects/repository/repository-url.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { toRefs } from '../../services/projects/project-import.ts';
import type { RepositoryRefs } from '../../services/versions/version-refs.ts';
import { listRefs, prepareSource } from '../git/remote-refs.ts';
import { readRefs } from '../git/repository-refs.ts';

const REFS_MS = 30_000;
const runner = systemActor('runner');

/** The problem of a project whose repository is not a git repository. */
export const ONLY_GIT =
  'Lectern reads and builds git repositories only. The versions of this project stay as they are.';

/**
 * Syncs all projects that wait for it, and those in `created`, one after the other. A repository that cannot be read is
 * recorded in its project and changes nothing else.
 * @throws StorageFull and other errors of recording a failure
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
      const problem = 'The repository could not be read. See the log for the cause.';
      services.versionSync.recordFailure(runner, project.slug, problem);
      log(
        `The repository of ${project.slug} could not be read: ${error instanceof Error ? error.stack : ''}`,
      );
    }
  }
}

/**
 * Brings a project's versions up to date with its repository (behaviour.md 8). Returns why that failed, as a text for
 * people that the project shows too; undefined when it succeeded. A repository that cannot be read leaves the versions
 * as they were.
 * @throws DOMException AbortError when aborted
 */
export async function syncProject(
  services: Pick<Services, 'versionSync'>,
  project: Project,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { requested } = services.versionSync.state(runner, project.slug);
    const refs = await readRepository(project, services.versionSync.wantedRefs(runner, project.slug), signal);
    const refsRead = { url: project.repositoryUrl, requested };
    await services.versionSync.applyInSlices(runner, project.slug, refs, refsRead);
    return undefined;
  } catch (error) {
    // The project was removed meanwhile.
    if (error instanceof NotFound) return undefined;
    if (!(error instanceof Invalid)) throw error;
    const reason = Object.values(error.errors).flat().join(' ');
    services.versionSync.recordFailure(runner, project.slug, reason);
    return reason;
  }
}

/** @throws Invalid with the reason when the repository cannot be read */
async function readRepository(
  project: Project,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<RepositoryRefs> {
  if (project.repositoryType !== 'git') throw new Invalid({ url: [ONLY_GIT] });
  const urlError = storedRepositoryUrlError(project.repositoryUrl);
  if (urlError !== undefined) throw new Invalid({ url: [urlError] });
  const tempFolder = await mkdtemp(join(tmpdir(), 'lectern-sync-'));
  try {
    const source = await prepareSource(project.repositoryUrl, tempFolder);
    return toRefs(await readRefs(await listRefs(source, REFS_MS, signal), wanted));
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}

function nextProject(services: Services, created: Set<number>): Project | undefined {
  const [createdId] = created;
  if (createdId === undefined) return services.versionSync.next();
  created.delete(createdId);
  const project = services.versionSync.ofProject(createdId);
  // A record is never read: its repository cannot exist.
  return project && !services.buildTrust.isUnbuildable(project) ? project : nextProject(services, created);
}

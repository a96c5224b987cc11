// Answers the window's requests about this machine rather than the data: backups, programs, repositories.
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import {
  checkHook,
  findHookRepository,
  installedHooks,
  installHook,
  removeHooks,
} from '../../builder/git/git-hook.ts';
import { inspectRepository } from '../../builder/git/inspect-repository.ts';
import { startRepository } from '../../builder/git/start-repository.ts';
import { adviseTools, installedTools } from '../../builder/import/advise-tools.ts';
import { lookAtFolder } from '../../builder/import/look-at-folder.ts';
import { findIsolation } from '../../builder/process/isolation.ts';
import { defaultBuildsAtOnce } from '../../builder/queue/default-builds-at-once.ts';
import { findPrograms } from '../../builder/steps/find-programs.ts';
import { deliverWebhook } from '../../builder/webhooks/deliver-webhook.ts';
import type { Machine } from '../../desk/settings/machine.ts';
import { Unavailable } from '../../model/base/problems.ts';
import type { Clock } from '../../model/base/timestamp.ts';
import type { BuildIsolation } from '../../model/builds/build-isolation.ts';
import type { DetectedProgram } from '../../model/builds/build-programs.ts';
import type { InspectedRefs } from '../../model/projects/repository/repository-inspection.ts';
import type { ApiResponse, BackupSummary } from '../../model/settings/machine-state.ts';
import type { GitHooks } from '../../model/webhooks/git-hook.ts';
import { type BackupReason, createBackup, listBackups, rotateBackups } from '../../store/backup/backup.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { Database } from '../../store/file/database.ts';
import { sqliteVersion } from '../../store/file/inspect-database.ts';
import { openEditor } from './window/open-editor.ts';

type MachineOptions = {
  readonly database: Database;
  readonly folder: DataFolder | null;
  readonly clock: Clock;
  readonly url: () => string | undefined;
  readonly log: (line: string) => void;
};

/** How many inspections are kept until they are imported; each may hold a few thousand names. */
const INSPECTION_CACHE_SIZE = 8;
const MAX_ANSWER_LENGTH = 2000;

/** Actions on the git hooks of repositories on this machine. */
export const gitHooks: GitHooks = {
  find: findHookRepository,
  check: checkHook,
  installed: installedHooks,
  install: installHook,
  remove: removeHooks,
};

/** Finds the programs that builds run on this machine, with their versions. */
export function findBuildPrograms(): Promise<DetectedProgram[]> {
  return findPrograms();
}

/** Returns how builds are kept apart from the rest of this machine. */
export function findBuildIsolation(): Promise<BuildIsolation> {
  return findIsolation();
}

/** Opens everything that `desk/` may use of the machine. */
export function openMachine({ database, folder, clock, url, log }: MachineOptions): Machine {
  const inspections = new Map<string, { readonly url: string; readonly refs: InspectedRefs }>();
  const runningBackups = new Map<BackupReason, Promise<BackupSummary>>();

  async function makeBackup(of: DataFolder, reason: BackupReason): Promise<BackupSummary> {
    const backup = await createBackup(database, of, reason, clock);
    await rotateBackups(of).catch((error: unknown) =>
      log(`Old backups could not be removed: ${String(error)}`),
    );
    return backup;
  }

  return {
    home: homedir(),
    installedTools,
    adviseTools,
    lookAtFolder,
    startRepository,
    openEditor,
    programs: findBuildPrograms,
    isolation: findBuildIsolation,
    defaultBuildsAtOnce: defaultBuildsAtOnce(),
    software: {
      node: process.versions.node,
      sqlite: sqliteVersion(),
      platform: `${process.platform} ${process.arch}`,
    },

    backups: folder && {
      folder: folder.backups,
      list: () => listBackups(folder),
      /** A second request while one is being made gets the same one. */
      make(reason) {
        const running =
          runningBackups.get(reason) ??
          makeBackup(folder, reason).finally(() => runningBackups.delete(reason));
        runningBackups.set(reason, running);
        return running;
      },
    },

    async inspect(repository, signal) {
      const inspection = await inspectRepository(repository, { signal });
      const id = randomUUID();
      inspections.set(id, { url: repository, refs: inspection.refs });
      const [oldest] = inspections.keys();
      if (inspections.size > INSPECTION_CACHE_SIZE && oldest !== undefined) inspections.delete(oldest);
      return { id, inspection };
    },

    inspectedRefs(id, repository) {
      const known = inspections.get(id);
      return known?.url === repository ? known.refs : undefined;
    },

    hooks: {
      ...gitHooks,
      install(place, event, target) {
        const address = url();
        if (folder) return installHook(place, event, { ...target, server: { holderFile: folder.holder } });
        if (address === undefined) throw new Unavailable('The server is not listening yet. Try again.');
        return installHook(place, event, { ...target, server: { url: address } });
      },
    },
    deliver: deliverWebhook,

    async callApi(path, token) {
      const address = url();
      if (address === undefined) throw new Unavailable('The server is not listening yet. Try again.');
      return fetchAnswer(`${address}${path}`, token);
    },
  };
}

async function fetchAnswer(address: string, token: string): Promise<ApiResponse> {
  const start = performance.now();
  const answer = await fetch(address, {
    headers: { authorization: `Token ${token}`, accept: 'application/json' },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    tookMs: Math.round(performance.now() - start),
    text: text.slice(0, MAX_ANSWER_LENGTH),
    truncated: text.length > MAX_ANSWER_LENGTH,
  };
}

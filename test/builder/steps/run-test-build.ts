import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { openBuildState } from '../../../src-server/builder/kept/build-state.ts';
import type { BuildKeeping } from '../../../src-server/builder/kept/keeping.ts';
import { type Isolation, NO_ISOLATION } from '../../../src-server/builder/process/isolation.ts';
import {
  type BuildRunOptions,
  type RunResult,
  runBuild,
} from '../../../src-server/builder/queue/run-build.ts';
import type { Project } from '../../../src-server/model/projects/project.ts';
import type { Version } from '../../../src-server/model/versions/version.ts';
import type { BuildProgress, QueuedBuild } from '../../../src-server/services/builds/build-runs.ts';
import { scratchFolder } from '../git/git-repository.ts';

/** A command as logged. `exitCode` is undefined while it runs. */
export type LoggedCommand = { readonly command: string; output: string; exitCode?: number };

/** The result of a build and its whole log. */
export type TestBuild = {
  readonly result: RunResult;
  readonly commands: readonly LoggedCommand[];
  readonly progress: readonly BuildProgress[];
  readonly folder: string;
};

/** Options of a test build. PATH has only the folders of the system, unless `path` adds some. */
export type TestBuildOptions = {
  readonly repository: string;
  readonly project?: Partial<Project>;
  readonly version?: Partial<Version>;
  readonly variables?: BuildRunOptions['variables'];
  readonly seconds?: number;
  readonly outputBytes?: number;
  readonly memory?: BuildRunOptions['limits']['memory'];
  readonly signal?: AbortSignal;
  readonly path?: string;
  /** Default: none. */
  readonly isolation?: Isolation;
  readonly acceptsInstalledCopies?: boolean;
  /** Keeps the settings of pip and uv that the test made; else the build sees none of this machine's. */
  readonly keepsIndexes?: boolean;
  /** Keeps what builds keep for later ones in this work folder; default: nothing is kept. */
  readonly workFolder?: string;
  readonly keeping?: Partial<Omit<BuildKeeping, 'state'>>;
  /** Called with new output. */
  readonly onOutput?: (entry: LoggedCommand) => void;
};

/** Builds a repository with the tools of this machine; default: the branch `main` as `latest`. */
export async function runTestBuild(options: TestBuildOptions): Promise<TestBuild> {
  vi.stubEnv('PATH', options.path ?? '/usr/bin:/bin');
  if (!options.keepsIndexes) hideIndexes();
  const root = scratchFolder();
  const state = options.workFolder === undefined ? undefined : openBuildState(options.workFolder, 2);
  const folder = state?.folder ?? join(root, 'build');
  const cacheFolder = join(options.workFolder ?? root, 'cache');
  for (const each of [folder, cacheFolder]) mkdirSync(each, { recursive: true });
  const commands: LoggedCommand[] = [];
  const progress: BuildProgress[] = [];
  const commandAt = (id: number): LoggedCommand => {
    const found = commands[id];
    if (!found || found.exitCode !== undefined) throw new Error(`command ${id} is not running`);
    return found;
  };
  const result = await runBuild(queuedBuild(options), {
    folder,
    cacheFolder,
    isolation: options.isolation ?? NO_ISOLATION,
    keeping: state && { state, isFromScratch: false, environmentDays: 7, ...options.keeping },
    acceptsInstalledCopies: options.acceptsInstalledCopies ?? false,
    report: (report) => progress.push(report),
    commandLog: {
      begin: (command) => commands.push({ command, output: '' }) - 1,
      append(id, text) {
        const entry = commandAt(id);
        entry.output += text;
        options.onOutput?.(entry);
      },
      end(id, exitCode) {
        commandAt(id).exitCode = exitCode;
      },
    },
    variables: options.variables ?? [],
    limits: {
      seconds: options.seconds ?? 300,
      outputBytes: options.outputBytes ?? 50_000_000,
      memory: options.memory,
    },
    signal: options.signal ?? new AbortController().signal,
  });
  state?.release();
  return { result, commands, progress, folder };
}

/** Hides this machine's own settings of pip and uv. */
export function hideIndexes(): void {
  for (const name of Object.keys(process.env)) if (/^(?:PIP|UV)_/.test(name)) vi.stubEnv(name, undefined);
  vi.stubEnv('PIP_CONFIG_FILE', '/dev/null');
}

/** Creates a folder with only these system programs, to simulate a machine. */
export function programsFolder(...names: readonly string[]): string {
  const folder = scratchFolder();
  for (const name of names) symlinkSync(join('/usr/bin', name), join(folder, name));
  return folder;
}

/** Returns the output of the command with this prefix. Fails when there is none. */
export function outputOf({ commands }: TestBuild, prefix: string): string {
  const found = commands.find(({ command }) => command.startsWith(prefix));
  if (!found) throw new Error(`no ${prefix} among\n${commands.map(({ command }) => command).join('\n')}`);
  return found.output;
}

function queuedBuild({ repository, project, version }: TestBuildOptions): QueuedBuild {
  return {
    docsUrl: 'http://glow.localhost:8642/en/latest/',
    project: {
      id: 1,
      slug: 'glow',
      name: 'Glow',
      description: '',
      repositoryUrl: repository,
      repositoryType: 'git',
      homepage: '',
      language: 'en',
      programmingLanguage: 'py',
      defaultVersion: 'latest',
      defaultBranch: null,
      remoteBranch: null,
      analyticsCode: null,
      analyticsDisabled: null,
      versioningScheme: 'multiple_versions_with_translations',
      readthedocsYamlPath: null,
      showVersionWarning: true,
      privacyLevel: 'public',
      externalBuildsPrivacyLevel: 'public',
      documentationType: 'sphinx',
      tags: [],
      translationOf: null,
      buildTools: 'machine',
      pullRequestBuilds: false,
      builder: null,
      trustedRepository: repository,
      created: 0,
      modified: 0,
      ...project,
    },
    version: {
      id: 2,
      projectId: 1,
      slug: 'latest',
      verboseName: 'latest',
      identifier: 'main',
      type: 'branch',
      active: true,
      built: false,
      uploaded: false,
      machine: true,
      privacyLevel: 'public',
      hidden: false,
      fastRebuild: false,
      downloads: [],
      pagesBuild: null,
      ...version,
    },
    build: {
      id: 3,
      projectId: 1,
      versionId: 2,
      created: 0,
      state: 'cloning',
      success: null,
      error: '',
      commit: null,
      commitSubject: '',
      commitAuthor: '',
      duration: null,
      mode: 'clean',
      projectSlug: 'glow',
      versionSlug: version?.slug ?? 'latest',
      configText: '{}',
    },
  };
}

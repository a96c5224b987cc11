import type { Timestamp } from '../base/timestamp.ts';
import type { BuildScript } from '../builds/build-script.ts';
import type { FaultRule } from '../faults/fault-rule.ts';
import type { Seed } from '../seeds/seed-schema.ts';
import type { KitManifest } from './kit-manifest.ts';

/*
 * A kit is data to start from: projects, git repositories, build scripts, fault rules and lessons in one folder or
 * `.lectern-kit.zip` (training.md, "Workspaces and kits"; docs/handbook/pages/kits.md). Nothing in it runs by being loaded.
 */

/** The files of a kit by their paths, with `/` between the parts. */
export type KitFiles = ReadonlyMap<string, Uint8Array>;

/** A fault of a kit. Without a line it is about the file as a whole. */
export type KitFinding = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
};

/** One commit of a repository that a kit describes. */
export type KitCommit = {
  readonly branch: string;
  /** A branch or tag that a new branch begins at; undefined for the first commit of all. */
  readonly from: string | undefined;
  readonly message: string;
  readonly author: string;
  readonly at: Timestamp;
  readonly tags: readonly string[];
  /** The whole tree by path; undefined when it stays as it was. */
  readonly files: ReadonlyMap<string, Uint8Array> | undefined;
};

/** A git repository that is made when the kit is loaded. */
export type KitRepository = {
  readonly name: string;
  readonly defaultBranch: string;
  readonly commits: readonly KitCommit[];
};

/** A kit without faults. */
export type Kit = {
  readonly manifest: KitManifest;
  readonly seed: Seed;
  /** The repository of a project, by the project's index in the seed. */
  readonly repositoryOf: ReadonlyMap<number, string>;
  /** The program without which a project's script plays its builds, by the project's index in the seed. */
  readonly playedWithout: ReadonlyMap<number, string>;
  readonly repositories: readonly KitRepository[];
  readonly scripts: ReadonlyMap<string, BuildScript>;
  readonly faults: readonly FaultRule[];
  /** The texts of the lessons by file name, in their order. */
  readonly lessons: ReadonlyMap<string, string>;
};

/** What was read of a kit: the kit when there are no findings. */
export type KitReading = {
  readonly kit: Kit | undefined;
  readonly findings: readonly KitFinding[];
  /** The texts of all lessons that could be read, by file name, also of a kit with faults. */
  readonly lessons: ReadonlyMap<string, string>;
  /** Returns the place of a value of the seed, such as `projects[3].slug`. */
  readonly locateInSeed: (path: string) => KitFinding;
};

/** How much a kit holds. */
export type KitCounts = {
  readonly projects: number;
  readonly versions: number;
  readonly builds: number;
  readonly users: number;
  readonly repositories: number;
  readonly scripts: number;
  readonly faults: number;
  readonly lessons: number;
};

/** A kit as the gallery shows it. */
export type KitCard = {
  /** Name of a built-in kit; '' for others. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly counts: KitCounts;
};

/** What loading a kit would do here. */
export type KitPreview = KitCard & {
  /** Slugs of its projects that are here already; nothing is overwritten, so the whole cannot be added to them. */
  readonly taken: readonly string[];
  /** What loading only the projects that are not here would add; null where all are. */
  readonly missing: KitCounts | null;
  readonly played: PlayedProjects;
};

/** Projects whose builds are played, since what would build them is missing on this computer. */
export type PlayedProjects = {
  readonly slugs: readonly string[];
  /** The missing programs, such as `mkdocs`. */
  readonly missing: readonly string[];
};

/** Counts what a kit holds. */
export function countKit({ seed, repositories, scripts, faults, lessons }: Kit): KitCounts {
  return {
    ...countSeed(seed),
    repositories: repositories.length,
    scripts: scripts.size,
    faults: faults.length,
    lessons: lessons.size,
  };
}

/** Counts what a seed file holds. */
export function countSeed(seed: Seed): KitCounts {
  const versions = seed.projects.flatMap((project) => project.versions);
  const created = seed.projects.filter((project) => project.versions.length === 0).length;
  return {
    projects: seed.projects.length,
    versions: versions.length + created,
    builds: versions.reduce((sum, version) => sum + version.builds.length, 0),
    users: seed.users.length,
    ...{ repositories: 0, scripts: 0, faults: 0, lessons: 0 },
  };
}

/** Formats the place of a finding: `seed.json:12:5`. */
export function formatPlace({ file, line, column }: KitFinding): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

import { z } from 'zod';
import type { Timestamp } from '../base/timestamp.ts';
import type { KitCommit, KitFiles, KitRepository } from './kit.ts';
import type { KitFindings } from './kit-findings.ts';
import { NOT_A_KIT_TIME, parseKitTime } from './relative-time.ts';

const MAX_COMMITS = 1_000;
const DEFAULT_AUTHOR = 'Lectern <lectern@example.invalid>';
const NOT_A_REF =
  'A branch or tag has letters, digits, ".", "-", "_" and "/", and begins with a letter or a digit.';

const ref = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9][\w-]*(?:[./][\w-]+)*$/, { error: NOT_A_REF })
  .refine((name) => !/\.lock(?:\/|$)/.test(name), { error: NOT_A_REF });
const folder = z.string().regex(/^[\w][\w.-]{0,99}$/, {
  error: 'This is the name of a folder beside repository.yaml, such as first.',
});

const Commit = z.strictObject({
  message: z.string().trim().min(1).max(5_000),
  date: z.string(),
  author: z
    .string()
    .max(200)
    .regex(/^[^<>\n\r\0]+ <[^<>\s\0]+>$/, { error: 'An author is written as Name <mail@example.org>.' })
    .default(DEFAULT_AUTHOR),
  branch: ref.optional(),
  from: ref.optional(),
  files: folder.optional(),
  tags: z.array(ref).max(50).default([]),
});
const Plan = z.strictObject({
  default: ref.default('main'),
  commits: z.array(Commit).min(1).max(MAX_COMMITS),
});
type Plan = z.output<typeof Plan>;

/** The name of a repository's folder. */
export const REPOSITORY_NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;
const ROOT = 'repositories';

/** Reads the repositories of a kit; each is a folder with a repository.yaml and the folders that it names. */
export function readRepositories(files: KitFiles, findings: KitFindings, now: Timestamp): KitRepository[] {
  const paths = [...files.keys()].filter((path) => path.startsWith(`${ROOT}/`));
  const names = new Set(paths.map((path) => path.split('/')[1] ?? ''));
  return [...names].flatMap((name) => {
    const plan = `${ROOT}/${name}/repository.yaml`;
    if (!REPOSITORY_NAME.test(name)) {
      const message = 'The folder of a repository has lower-case letters, digits, "-" and "_".';
      findings.add({ file: `${ROOT}/${name}`, message });
      return [];
    }
    if (!files.has(plan)) {
      findings.add({ file: plan, message: 'There is no such file. Each repository needs one.' });
      return [];
    }
    const repository = readRepository(name, plan, files, findings, now);
    return repository ? [repository] : [];
  });
}

function readRepository(
  name: string,
  file: string,
  files: KitFiles,
  findings: KitFindings,
  now: Timestamp,
): KitRepository | undefined {
  const read = findings.yaml(file);
  const plan = read && findings.parse(file, read, Plan);
  if (!read || !plan) return undefined;
  const report = (path: string, message: string) => findings.at(file, read, path, message);
  reportUnusedFiles(name, plan, files, findings);
  return { name, defaultBranch: plan.default, commits: readCommits(name, plan, files, report, now) };
}

type Report = (path: string, message: string) => void;

function readCommits(name: string, plan: Plan, files: KitFiles, report: Report, now: Timestamp): KitCommit[] {
  const branches = new Set<string>();
  const tags = new Set<string>();
  const commits = plan.commits.map((commit, index): KitCommit => {
    const path = `commits[${index}]`;
    const branch = commit.branch ?? plan.default;
    const from = branches.has(branch) || branches.size === 0 ? undefined : (commit.from ?? plan.default);
    if (commit.from !== undefined && !branches.has(commit.from) && !tags.has(commit.from))
      report(`${path}.from`, `There is no branch or tag ${commit.from} above.`);
    else if (from !== undefined && !branches.has(from) && !tags.has(from))
      report(path, `Name with “from” where the branch ${branch} begins.`);
    branches.add(branch);
    for (const [at, tag] of commit.tags.entries()) {
      if (tags.has(tag)) report(`${path}.tags[${at}]`, `The tag ${tag} stands above already.`);
      tags.add(tag);
    }
    const at = parseKitTime(commit.date, now);
    if (at === undefined) report(`${path}.date`, NOT_A_KIT_TIME);
    const tree =
      commit.files === undefined ? undefined : filesBelow(files, `${ROOT}/${name}/${commit.files}/`);
    if (tree?.size === 0)
      report(`${path}.files`, `There is no folder ${commit.files} with files beside repository.yaml.`);
    const { message, author } = commit;
    return { branch, from, message, author, at: at ?? now, tags: commit.tags, files: tree };
  });
  if (!branches.has(plan.default)) report('default', `No commit is on the branch ${plan.default}.`);
  return commits;
}

/** Returns the files below a folder, by their path in it. */
export function filesBelow(files: KitFiles, folder: string): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) if (path.startsWith(folder)) found.set(path.slice(folder.length), bytes);
  return found;
}

function reportUnusedFiles(name: string, plan: Plan, files: KitFiles, findings: KitFindings): void {
  const used = new Set([...plan.commits.map((commit) => commit.files), 'repository.yaml']);
  const present = new Set(
    [...filesBelow(files, `${ROOT}/${name}/`).keys()].map((path) => path.split('/')[0]),
  );
  for (const part of present) {
    if (part === undefined || used.has(part)) continue;
    findings.add({ file: `${ROOT}/${name}/${part}`, message: 'No commit of repository.yaml uses this.' });
  }
}

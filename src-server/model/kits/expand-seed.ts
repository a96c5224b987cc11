import { formatPath } from '../base/text/format-path.ts';
import { formatTimestamp, type Timestamp } from '../base/timestamp.ts';
import { NOT_A_KIT_TIME, parseKitTime } from './relative-time.ts';

/** The most projects that a kit may hold, repeated ones counted. */
export const MAX_PROJECTS = 20_000;

/** The seed of a kit as the seed format has it. */
export type ExpandedSeed = {
  readonly seed: unknown;
  /** The repository that each project names by `kit:repositories/NAME`, by the project's index. */
  readonly repositoryOf: ReadonlyMap<number, string>;
  /** The program without which the script of a project plays its builds, by the project's index. */
  readonly playedWithout: ReadonlyMap<number, string>;
  /** Returns where a path of the expanded seed stands in the file. */
  readonly sourcePath: (path: string) => string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
};

const TIME_KEYS = new Set(['created', 'modified', 'start_time', 'end_time']);
const KIT_REPOSITORY = /^kit:repositories\/(.*)$/s;
/** Stands in the seed until the repository is made. */
const NO_REPOSITORY_YET = 'https://kit.invalid/repository.git';
const BAD_REPEAT = `“repeat” is a whole number from 1 to ${MAX_PROJECTS}.`;
const PLAYED_WITHOUT = 'played_without';
/** The programs that a kit may name: nothing else is looked for. */
const PLAYABLE_PROGRAMS = ['sphinx-build', 'mkdocs'] as const;
const BAD_PROGRAM = `“${PLAYED_WITHOUT}” is one of ${PLAYABLE_PROGRAMS.join(', ')}.`;
const PLAYED_BY_NOTHING = `“${PLAYED_WITHOUT}” needs a “builder”, the script that plays the builds.`;
const TOO_MANY = `A kit holds at most ${MAX_PROJECTS} projects.`;

/**
 * Turns the seed of a kit into one of the seed format: relative times become dates, `kit:repositories/NAME` is taken out,
 * and a project with `repeat` becomes as many, with `{n}` and `{a|b|c}` in its texts replaced.
 */
export function expandSeed(input: unknown, now: Timestamp): ExpandedSeed {
  const problems = new Map<string, { path: string; message: string }>();
  const repositoryOf = new Map<number, string>();
  const playedWithout = new Map<number, string>();
  const sources: number[] = [];
  const report = (path: readonly PropertyKey[], message: string) => {
    const place = formatPath(path);
    // A fault of a repeated project is one fault.
    problems.set(`${place} ${message}`, { path: place, message });
  };
  const projects: unknown[] = [];
  const listed: unknown = isObject(input) ? input.projects : undefined;
  for (const [index, project] of (Array.isArray(listed) ? listed : []).entries()) {
    const path = ['projects', index];
    const copies = repeatProject(project, (message) => report([...path, 'repeat'], message));
    if (projects.length + copies.length > MAX_PROJECTS) {
      report(path, TOO_MANY);
      break;
    }
    for (const copy of copies) {
      const { rest, program } = takePlayedWithout(copy, (message) =>
        report([...path, PLAYED_WITHOUT], message),
      );
      if (program !== undefined) playedWithout.set(projects.length, program);
      const resolved = resolveTimes(rest, path, now, report);
      const repository = kitRepository(resolved);
      if (repository !== undefined) repositoryOf.set(projects.length, repository);
      sources.push(index);
      projects.push(
        repository === undefined || !isObject(resolved)
          ? resolved
          : { ...resolved, repository: { url: NO_REPOSITORY_YET, type: 'git' } },
      );
    }
  }
  return {
    seed: isObject(input) && Array.isArray(listed) ? { ...input, projects } : input,
    repositoryOf,
    playedWithout,
    sourcePath: (path) =>
      path.replace(/^projects\[(\d+)\]/, (_, index) => `projects[${sources[Number(index)] ?? index}]`),
    problems: [...problems.values()],
  };
}

/** Takes the program out of a project whose script plays its builds only where that program is missing. */
function takePlayedWithout(
  project: unknown,
  report: (message: string) => void,
): { readonly rest: unknown; readonly program?: string } {
  if (!isObject(project) || project[PLAYED_WITHOUT] === undefined) return { rest: project };
  const { [PLAYED_WITHOUT]: program, ...rest } = project;
  if (typeof rest.builder !== 'string') report(PLAYED_BY_NOTHING);
  else if (PLAYABLE_PROGRAMS.some((name) => name === program)) return { rest, program: String(program) };
  else report(BAD_PROGRAM);
  return { rest };
}

type Report = (path: readonly PropertyKey[], message: string) => void;

/** Writes dates in the place of relative times. `path` is where the value stands, as it was after the call. */
function resolveTimes(value: unknown, path: PropertyKey[], now: Timestamp, report: Report): unknown {
  const resolveAt = (key: PropertyKey, item: unknown): unknown => {
    // One list for all levels: a kit of thousands of projects has ten times as many values.
    path.push(key);
    const resolved = isTime(key, item) ? resolveTime(item) : resolveTimes(item, path, now, report);
    path.pop();
    return resolved;
  };
  const resolveTime = (text: string): string => {
    const at = parseKitTime(text, now);
    if (at === undefined) report(path, NOT_A_KIT_TIME);
    return formatTimestamp(at ?? now);
  };
  if (Array.isArray(value)) return value.map((item, index) => resolveAt(index, item));
  return isObject(value) ? mapValues(value, resolveAt) : value;
}

function isTime(key: PropertyKey, item: unknown): item is string {
  return typeof item === 'string' && typeof key === 'string' && TIME_KEYS.has(key);
}

/** Returns the name after `kit:repositories/`, of a URL or of the object that holds one. */
function kitRepository(project: unknown): string | undefined {
  const repository = isObject(project) ? project.repository : undefined;
  const url = isObject(repository) ? repository.url : repository;
  return typeof url === 'string' ? KIT_REPOSITORY.exec(url)?.[1] : undefined;
}

function repeatProject(project: unknown, report: (message: string) => void): unknown[] {
  if (!isObject(project) || project.repeat === undefined) return [project];
  const { repeat, ...rest } = project;
  if (typeof repeat !== 'number' || !Number.isInteger(repeat) || repeat < 1 || repeat > MAX_PROJECTS) {
    report(BAD_REPEAT);
    return [];
  }
  return Array.from({ length: repeat }, (_, index) => fillIn(rest, index + 1));
}

function fillIn(value: unknown, n: number): unknown {
  if (typeof value === 'string') {
    if (!value.includes('{')) return value;
    return value.replace(/\{(n|[^{}|]*(?:\|[^{}|]*)+)\}/g, (_, inside: string) => {
      if (inside === 'n') return String(n);
      const choices = inside.split('|');
      return choices[(n - 1) % choices.length] ?? '';
    });
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, n));
  if (!isObject(value)) return value;
  return mapValues(value, (_, item) => fillIn(item, n));
}

/** Returns an object with the same keys, a `__proto__` of a file among them. */
function mapValues(
  object: Record<string, unknown>,
  map: (key: string, item: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.keys(object).map((key) => [key, map(key, object[key])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

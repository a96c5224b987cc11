import type { JsonObject } from '../../model/builds/build.ts';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { DocumentationType, Project } from '../../model/projects/project.ts';
import { type ConfigField, type ConfigSource, fieldsOf, problemAt } from './config-field.ts';
import { ConfigProblem } from './config-problem.ts';
import { readYaml } from './read-yaml.ts';
import { renderConfig } from './render-config.ts';
import { readBuild } from './sections/build-section.ts';
import { readFormats, readMkdocs, readSearch, readSphinx, readSubmodules } from './sections/docs-sections.ts';
import { configNotes, doctypeOf } from './sections/doctype.ts';
import { readConda, readPython } from './sections/python-section.ts';
import { type RefusedToday, refusedToday } from './sections/refused-today.ts';

/** A configuration file's text; `project` is absent before an import. */
export type ConfigInput = {
  /** Relative to the repository. */
  readonly file: string;
  readonly text: string;
  readonly project?: Pick<Project, 'documentationType'> | undefined;
};

/** A valid configuration. */
export type ParsedConfig = {
  readonly config: BuildConfig;
  /** What `expand=config` shows of it (behaviour.md 9). */
  readonly rendered: JsonObject;
  /** Notes on a valid file, a sentence each. */
  readonly notes: readonly string[];
  /** What today's service refuses of it. */
  readonly refusedToday: readonly RefusedToday[];
};

/** Everything found in a file. `parsed` is null exactly when there are problems. */
export type ConfigInspection = {
  /** In the order in which a build would meet them. */
  readonly problems: readonly ConfigProblem[];
  readonly parsed: ParsedConfig | null;
  /** What the file declares, even when other parts of it are invalid; null for absent sections. */
  readonly declared: {
    readonly version: string | null;
    readonly sphinx: BuildConfig['sphinx'];
    readonly mkdocs: BuildConfig['mkdocs'];
  };
};

const SECTIONS = [
  'version',
  'formats',
  'conda',
  'build',
  'python',
  'sphinx',
  'mkdocs',
  'submodules',
  'search',
] as const;
type Fields = Readonly<Record<(typeof SECTIONS)[number], ConfigField>>;
/** undefined for a section that could not be read. */
type DocsTools = { [tool in 'sphinx' | 'mkdocs']: BuildConfig[tool] | undefined } & {
  /** What is wrong with the two. */
  readonly problems: readonly ConfigProblem[];
};

/**
 * Reads a configuration file of version 2, with the keys of the specification and today's (behaviour.md 15).
 * @throws ConfigProblem for the first problem
 */
export function parseConfig(input: ConfigInput): ParsedConfig {
  return requireParsed(inspectConfig(input));
}

/** Returns the configuration of a valid file. @throws ConfigProblem for the first problem of another one */
export function requireParsed({ problems, parsed }: ConfigInspection): ParsedConfig {
  if (parsed) return parsed;
  throw problems[0] ?? new Error('A configuration file was neither read nor rejected.');
}

/** Reads a configuration file like `parseConfig`, but continues after a problem with the next section. Never throws. */
export function inspectConfig({ file, text, project }: ConfigInput): ConfigInspection {
  const source: ConfigSource = { file, unknownKeys: [], notes: [] };
  const problems: ConfigProblem[] = [];
  const fields = attempt(problems, () =>
    fieldsOf({ source, key: '', line: 1, node: readYaml(file, text, source.notes) }, SECTIONS),
  );
  if (!fields) return { problems, parsed: null, declared: { version: null, sphinx: null, mkdocs: null } };
  const { node } = fields.version;
  const version = node?.kind === 'scalar' && node.value !== null ? node.source : null;
  // Another version has other keys, so nothing else can be checked.
  attempt(problems, () => checkVersion(fields.version));
  if (problems.length > 0)
    return { problems, parsed: null, declared: { version, sphinx: null, mkdocs: null } };
  const toolProblems: ConfigProblem[] = [];
  const mkdocs = attempt(toolProblems, () => readMkdocs(fields.mkdocs));
  const sphinx = attempt(toolProblems, () => readSphinx(fields.sphinx));
  const tools = { sphinx, mkdocs, problems: toolProblems };
  const parsed = readSections(fields, tools, project?.documentationType, problems);
  // The service reports unknown keys after all other problems.
  const unknown = source.unknownKeys.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const all = [...problems, ...unknown];
  return {
    problems: all,
    parsed: all.length === 0 ? (parsed ?? null) : null,
    declared: { version, sphinx: sphinx ?? null, mkdocs: mkdocs ?? null },
  };
}

function readSections(
  fields: Fields,
  { sphinx, mkdocs, problems: toolProblems }: DocsTools,
  documentationType: DocumentationType | undefined,
  problems: ConfigProblem[],
): ParsedConfig | undefined {
  const read = <T>(section: () => T) => attempt(problems, section);
  const formats = read(() => readFormats(fields.formats));
  const build = read(() => readBuild(fields.build, formats));
  const conda = read(() => readConda(fields.conda, build));
  const python = read(() => readPython(fields.python, build ?? { os: null, tools: {} }));
  // The service checks that the two are not together, then each of them.
  const doctype = read(() => build && doctypeOf(fields, { build, sphinx }, documentationType));
  problems.push(...toolProblems);
  const submodules = read(() => readSubmodules(fields.submodules));
  const search = read(() => readSearch(fields.search));
  if (!formats || !build || !python || !submodules || !search || !doctype) return undefined;
  if (conda === undefined || sphinx === undefined || mkdocs === undefined) return undefined;
  const defaultSphinx = { builder: 'sphinx', configuration: null, failOnWarning: false } as const;
  const config: BuildConfig = {
    version: '2',
    doctype,
    formats,
    python,
    conda,
    build,
    sphinx: sphinx ?? (doctype === 'sphinx' ? defaultSphinx : null),
    mkdocs,
    submodules,
    search,
  };
  return {
    config,
    rendered: renderConfig(config),
    notes: [...fields.version.source.notes, ...configNotes(config, fields, documentationType)],
    refusedToday: refusedToday(config, fields),
  };
}

/** Collects a problem of the file; other errors are thrown on. */
function attempt<T>(problems: ConfigProblem[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    problems.push(error);
    return undefined;
  }
}

/** Checks the version; without one it is 2, as in today's service. */
function checkVersion(field: ConfigField): void {
  const { node } = field;
  if (!node || (node.kind === 'scalar' && isTwo(node.value))) return;
  throw problemAt(field, 'version-invalid', 'Invalid version of the configuration file');
}

/** Whether Python's `int()` makes 2 of a value. */
function isTwo(value: unknown): boolean {
  return typeof value === 'number'
    ? Math.trunc(value) === 2
    : typeof value === 'string' && /^\s*\+?0*2\s*$/.test(value);
}

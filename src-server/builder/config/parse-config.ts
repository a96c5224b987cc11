import type { JsonObject } from '../../model/builds/build.ts';
import type { BuildConfig } from '../../model/builds/build-config.ts';
import type { DocumentationType, Project } from '../../model/projects/project.ts';
import { readBuild } from './build-section.ts';
import { type ConfigField, type ConfigSource, fieldsOf, problemAt } from './config-field.ts';
import { ConfigProblem } from './config-problem.ts';
import { readFormats, readMkdocs, readSearch, readSphinx, readSubmodules } from './docs-sections.ts';
import { configNotes, doctypeOf } from './doctype.ts';
import { readConda, readPython } from './python-section.ts';
import { readYaml } from './read-yaml.ts';
import { renderConfig } from './render-config.ts';

/** A configuration file's text. `project` is absent where nobody knows it yet, before an import. */
export type ConfigInput = {
  /** Relative to the repository. */
  readonly file: string;
  readonly text: string;
  readonly project?: Pick<Project, 'documentationType'> | undefined;
};

/** A configuration that can be built by. */
export type ParsedConfig = {
  readonly config: BuildConfig;
  /** What `expand=config` shows of it (behaviour.md 9). */
  readonly rendered: JsonObject;
  /** What somebody may want to know though nothing is wrong, a sentence each. */
  readonly notes: readonly string[];
};

/** All that can be said of a file. `parsed` is null exactly when there are problems. */
export type ConfigInspection = {
  /** In the order in which a build meets them. */
  readonly problems: readonly ConfigProblem[];
  readonly parsed: ParsedConfig | null;
  /** What it says of these, though other parts of it are wrong; null for what it does not say. */
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
/** Undefined for what could not be read. */
type DocsTools = { [tool in 'sphinx' | 'mkdocs']: BuildConfig[tool] | undefined };

/**
 * Reads a configuration file of version 2, of the specification's time and of today (behaviour.md 15).
 * @throws ConfigProblem for the first thing that is wrong
 */
export function parseConfig(input: ConfigInput): ParsedConfig {
  const { problems, parsed } = inspectConfig(input);
  if (parsed) return parsed;
  throw problems[0] ?? new Error('A configuration file was neither read nor refused.');
}

/** The same reading, which goes on after a problem: with the next section. Throws nothing. */
export function inspectConfig({ file, text, project }: ConfigInput): ConfigInspection {
  const source: ConfigSource = { file, unknownKeys: [] };
  const problems: ConfigProblem[] = [];
  const fields = attempt(problems, () =>
    fieldsOf({ source, key: '', line: 1, node: readYaml(file, text) }, SECTIONS),
  );
  if (!fields) return { problems, parsed: null, declared: { version: null, sphinx: null, mkdocs: null } };
  const { node } = fields.version;
  const version = node?.kind === 'scalar' && node.value !== null ? node.source : null;
  // Another version has other keys, so that nothing else can be said of it.
  attempt(problems, () => checkVersion(fields.version));
  if (problems.length > 0)
    return { problems, parsed: null, declared: { version, sphinx: null, mkdocs: null } };
  const sphinx = attempt(problems, () => readSphinx(fields.sphinx));
  const mkdocs = attempt(problems, () => readMkdocs(fields.mkdocs));
  const parsed = readSections(fields, { sphinx, mkdocs }, project?.documentationType, problems);
  // The era looks for keys that mean nothing once it has read all others.
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
  { sphinx, mkdocs }: DocsTools,
  documentationType: DocumentationType | undefined,
  problems: ConfigProblem[],
): ParsedConfig | undefined {
  const read = <T>(section: () => T) => attempt(problems, section);
  const formats = read(() => readFormats(fields.formats));
  const build = read(() => readBuild(fields.build, formats));
  const conda = read(() => readConda(fields.conda, build));
  const python = read(() => readPython(fields.python, build ?? { os: null, tools: {} }));
  const submodules = read(() => readSubmodules(fields.submodules));
  const search = read(() => readSearch(fields.search));
  const doctype = read(() => build && doctypeOf(fields, { build, sphinx }, documentationType));
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
  return { config, rendered: renderConfig(config), notes: configNotes(config, fields, documentationType) };
}

/** What is thrown for the file is kept; anything else is ours and goes on. */
function attempt<T>(problems: ConfigProblem[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    problems.push(error);
    return undefined;
  }
}

/** None is 2, as it is today. */
function checkVersion(field: ConfigField): void {
  const { node } = field;
  if (!node || (node.kind === 'scalar' && (node.value === 2 || node.value === '2'))) return;
  throw problemAt(field, 'version-invalid', 'Invalid version of the configuration file');
}

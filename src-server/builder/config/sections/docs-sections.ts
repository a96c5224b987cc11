import { posix } from 'node:path';
import {
  type BuildConfig,
  CONFIG_FORMATS,
  type ConfigFormat,
  DEFAULT_SEARCH_IGNORE,
  type SphinxBuilder,
} from '../../../model/builds/build-config.ts';
import {
  asAllOrTextList,
  asBool,
  asChoice,
  asText,
  type ConfigField,
  entriesOf,
  fieldsOf,
  isNull,
  itemsOf,
  problemAt,
  quoted,
} from '../config-field.ts';
import { asPathOrNull } from '../config-path.ts';

/** Maps the names in a file to those of behaviour.md 9; `htmldir` is the older name of `dirhtml`. */
const BUILDERS = {
  html: 'sphinx',
  htmldir: 'sphinx_htmldir',
  dirhtml: 'sphinx_htmldir',
  singlehtml: 'sphinx_singlehtml',
} as const satisfies Record<string, SphinxBuilder>;
const BUILDER_NAMES = ['html', 'htmldir', 'dirhtml', 'singlehtml'] as const;
const HIGHEST_RANK = 10;

/** Reads `formats`. @throws ConfigProblem */
export function readFormats(field: ConfigField): readonly ConfigFormat[] {
  if (field.node?.kind === 'scalar' && field.node.value === 'all') return CONFIG_FORMATS;
  return [...new Set(itemsOf(field).map((item) => asChoice(item, CONFIG_FORMATS)))];
}

/** Reads `sphinx`; null when the file has none. An empty one has the defaults, as at the service. @throws ConfigProblem */
export function readSphinx(field: ConfigField): BuildConfig['sphinx'] {
  if (!field.node) return null;
  if (isNull(field)) return { builder: 'sphinx', configuration: null, failOnWarning: false };
  const { builder, configuration, fail_on_warning } = fieldsOf(field, [
    'builder',
    'configuration',
    'fail_on_warning',
  ]);
  const path = asPathOrNull(configuration);
  if (path !== null && !/(?:^|\/)conf\.py$/.test(path)) {
    const reason = `expected the path of a conf.py, got ${quoted(configuration)}`;
    throw problemAt(configuration, 'config:sphinx:invalid-config-file', reason);
  }
  return {
    builder: builder.node ? BUILDERS[asChoice(builder, BUILDER_NAMES)] : 'sphinx',
    configuration: path,
    failOnWarning: asBool(fail_on_warning, false),
  };
}

/** Reads `mkdocs`; null when the file has none. @throws ConfigProblem */
export function readMkdocs(field: ConfigField): BuildConfig['mkdocs'] {
  if (!field.node) return null;
  const { configuration, fail_on_warning } = fieldsOf(field, ['configuration', 'fail_on_warning']);
  return { configuration: asPathOrNull(configuration), failOnWarning: asBool(fail_on_warning, false) };
}

/** Reads `submodules`. @throws ConfigProblem */
export function readSubmodules(field: ConfigField): BuildConfig['submodules'] {
  const fields = fieldsOf(field, ['include', 'exclude', 'recursive']);
  const include = asAllOrTextList(fields.include);
  const exclude = fields.exclude.node ? asAllOrTextList(fields.exclude) : null;
  if (include.length > 0 && exclude !== null && exclude.length > 0) {
    const reason = 'You can not exclude and include submodules at the same time';
    throw problemAt(field, 'submodules-invalid', reason);
  }
  return {
    include,
    exclude: exclude ?? (include.length === 0 ? 'all' : []),
    recursive: asBool(fields.recursive, false),
  };
}

/** Reads `search`. @throws ConfigProblem */
export function readSearch(field: ConfigField): BuildConfig['search'] {
  const { ranking, ignore } = fieldsOf(field, ['ranking', 'ignore']);
  return {
    ranking: Object.fromEntries(
      entriesOf(ranking).map(([pattern, rank]) => [asPattern(rank, pattern), asRank(rank)]),
    ),
    ignore: ignore.node
      ? itemsOf(ignore).map((item) => asPattern(item, asText(item)))
      : [...DEFAULT_SEARCH_IGNORE],
  };
}

/** Returns a pattern of page paths, relative to the root of the version: `..` does not lead out of it. */
function asPattern(field: ConfigField, text: string): string {
  const pattern = posix.normalize(`/${text}`).replace(/^\/+|\/+$/g, '');
  if (pattern !== '') return pattern;
  throw problemAt(field, 'config:validation:invalid-path-pattern', 'an empty pattern means no page');
}

function asRank(field: ConfigField): number {
  const { node } = field;
  const rank = node?.kind === 'scalar' ? node.value : null;
  if (typeof rank === 'number' && Number.isInteger(rank) && Math.abs(rank) <= HIGHEST_RANK) return rank;
  const reason = `expected one of (${-HIGHEST_RANK} to ${HIGHEST_RANK}), got ${quoted(field)}`;
  throw problemAt(field, 'invalid-choice', reason);
}

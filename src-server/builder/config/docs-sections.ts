import {
  type BuildConfig,
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  SEARCH_IGNORED,
  type SphinxBuilder,
} from '../../model/builds/build-config.ts';
import {
  asAllOrTexts,
  asBool,
  asChoice,
  asPathOrNull,
  asText,
  entriesOf,
  fieldsOf,
  itemsOf,
  type Place,
  problemAt,
  quoted,
} from './config-place.ts';

/** The names in a file to those of section 9; `htmldir` is the era's name of `dirhtml`. */
const BUILDERS = {
  html: 'sphinx',
  htmldir: 'sphinx_htmldir',
  dirhtml: 'sphinx_htmldir',
  singlehtml: 'sphinx_singlehtml',
} as const satisfies Record<string, SphinxBuilder>;
const BUILDER_NAMES = ['html', 'htmldir', 'dirhtml', 'singlehtml'] as const;
const HIGHEST_RANK = 10;

/** `formats`. @throws ConfigProblem */
export function readFormats(place: Place): readonly DownloadFormat[] {
  if (place.node?.kind === 'scalar' && place.node.value === 'all') return DOWNLOAD_FORMATS;
  return [...new Set(itemsOf(place).map((item) => asChoice(item, DOWNLOAD_FORMATS)))];
}

/** `sphinx`; null where the file has none. @throws ConfigProblem */
export function readSphinx(place: Place): BuildConfig['sphinx'] {
  if (!place.node) return null;
  const { builder, configuration, fail_on_warning } = fieldsOf(place, [
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

/** `mkdocs`; null where the file has none. @throws ConfigProblem */
export function readMkdocs(place: Place): BuildConfig['mkdocs'] {
  if (!place.node) return null;
  const { configuration, fail_on_warning } = fieldsOf(place, ['configuration', 'fail_on_warning']);
  return { configuration: asPathOrNull(configuration), failOnWarning: asBool(fail_on_warning, false) };
}

/** `submodules`. @throws ConfigProblem */
export function readSubmodules(place: Place): BuildConfig['submodules'] {
  const fields = fieldsOf(place, ['include', 'exclude', 'recursive']);
  const include = asAllOrTexts(fields.include);
  const exclude = fields.exclude.node ? asAllOrTexts(fields.exclude) : null;
  if (include.length > 0 && exclude !== null && exclude.length > 0) {
    const reason = 'You can not exclude and include submodules at the same time';
    throw problemAt(place, 'submodules-invalid', reason);
  }
  return {
    include,
    exclude: exclude ?? (include.length === 0 ? 'all' : []),
    recursive: asBool(fields.recursive, false),
  };
}

/** `search`. @throws ConfigProblem */
export function readSearch(place: Place): BuildConfig['search'] {
  const { ranking, ignore } = fieldsOf(place, ['ranking', 'ignore']);
  return {
    ranking: Object.fromEntries(
      entriesOf(ranking).map(([pattern, rank]) => [asPattern(rank, pattern), asRank(rank)]),
    ),
    ignore: ignore.node ? itemsOf(ignore).map((item) => asPattern(item, asText(item))) : [...SEARCH_IGNORED],
  };
}

/** A pattern of pages, from the root of the version. */
function asPattern(place: Place, text: string): string {
  const pattern = text.replace(/^(?:\.?\/)+/, '');
  if (pattern !== '') return pattern;
  throw problemAt(place, 'config:validation:invalid-path-pattern', 'an empty pattern means no page');
}

function asRank(place: Place): number {
  const { node } = place;
  const rank = node?.kind === 'scalar' ? node.value : null;
  if (typeof rank === 'number' && Number.isInteger(rank) && Math.abs(rank) <= HIGHEST_RANK) return rank;
  const reason = `expected one of (${-HIGHEST_RANK} to ${HIGHEST_RANK}), got ${quoted(place)}`;
  throw problemAt(place, 'invalid-choice', reason);
}

const PROJECTS = [
  'states',
  'single',
  'single-de',
  'protected',
  'private',
  'pip',
  'plugin',
  'pip-es',
  'theirs',
  'gone',
];
const LISTS = [
  'versions',
  'builds',
  'subprojects',
  'translations',
  'redirects',
  'environmentvariables',
  'superproject',
];
const VERSIONS = ['latest', 'stable', 'v1.0', 'docs-branch', '17', 'hidden-one', 'secret-one', 'odd'];
const BUILDS = [300, 301, 302, 303, 304, 305, 306, 307, 308, 309];
const v3 = '/api/v3/projects/';
const v2 = '/api/v2/';

/** Addresses whose answers were recorded; those with a fault of that release are left out. */
export const ADDRESSES: readonly string[] = [
  ...['', '?limit=3', '?limit=3&offset=3', '?language=de', '?name=single&fields=slug,language,urls'].map(
    (query) => v3 + query,
  ),
  ...PROJECTS.map(
    (slug) =>
      `${v3}${slug}/?expand=active_versions,active_versions.last_build,active_versions.last_build.config`,
  ),
  ...PROJECTS.flatMap((slug) => LISTS.map((list) => `${v3}${slug}/${list}/`)),
  ...[
    'active=true',
    'active=false',
    'built=true',
    'uploaded=true',
    'privacy_level=private',
    'privacy_level=protected',
    'verbose_name=stable',
  ].map((filter) => `${v3}states/versions/?${filter}`),
  ...VERSIONS.map((slug) => `${v3}states/versions/${slug}/?expand=last_build,last_build.config`),
  ...VERSIONS.map((slug) => `${v3}states/versions/${slug}/builds/`),
  ...BUILDS.map((id) => `${v3}states/builds/${id}/?expand=config`),
  ...['running=true', 'running=false', `commit=${'d'.repeat(40)}`].map(
    (filter) => `${v3}states/builds/?${filter}`,
  ),
  ...[50, 51, 52, 53, 54, 55].map((id) => `${v3}states/redirects/${id}/`),
  ...[60, 61].map((id) => `${v3}states/environmentvariables/${id}/`),
  ...[1, 20, 21, 22, 23, 24].flatMap((id) =>
    ['', 'active_versions/', 'translations/', 'subprojects/'].map((part) => `${v2}project/${id}/${part}`),
  ),
  `${v2}project/`,
  `${v2}version/`,
  `${v2}version/?project__slug=states&active=true`,
  ...[200, 201, 204, 205, 206].map((id) => `${v2}version/${id}/`),
  `${v2}build/`,
  `${v2}build/?project__slug=states`,
  ...BUILDS.map((id) => `${v2}build/${id}/`),
];

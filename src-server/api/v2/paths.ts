/** Where things are in v2. */
export const PROJECTS = '/api/v2/project/';
export const VERSIONS = '/api/v2/version/';
export const BUILDS = '/api/v2/build/';

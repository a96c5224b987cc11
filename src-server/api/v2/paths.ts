/** Paths of v2. */
export const ROOT = '/api/v2/';
export const PROJECTS = '/api/v2/project/';
export const VERSIONS = '/api/v2/version/';
export const BUILDS = '/api/v2/build/';
export const WEBHOOKS = '/api/v2/webhook/';
export const INTEGRATIONS = '/api/v2/integration/';

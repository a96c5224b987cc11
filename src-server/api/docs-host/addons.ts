import type { DocsHostCall } from '../../services/hosting/docs-host-api.ts';
import type { Services } from '../../services/open-services.ts';
import { addonsView } from './addons.view.ts';

/** What today's service answers for the structure that comes after the first. */
const NOT_DEFINED = { api_version: '2', comment: 'Undefined yet. Use v1 for now' };
const VERSION = /^\s*v?(\d+)(?:\.\d+)*\s*$/i;

type AddonsCall = Extract<DocsHostCall, { kind: 'addons' }>;

/** Answers what the scripts of a page ask for: its project, its versions, and where to search. */
export function answerAddons(
  services: Pick<Services, 'docsMenu'>,
  { query, host, page }: AddonsCall,
): { readonly status: number; readonly body: object } {
  if (!query.get('url') && !(query.get('project-slug') && query.get('version-slug'))) {
    return refusal("'project-slug' and 'version-slug' GET attributes are required when not sending 'url'");
  }
  const asked = query.get('api-version');
  if (!asked) return refusal("'api-version' GET attribute is required");
  const [, major] = VERSION.exec(asked) ?? [];
  if (major === undefined) return refusal("The version specified in 'api-version' is invalid");
  if (Number(major) !== 1 && Number(major) !== 2)
    return refusal("The version specified in 'api-version' is currently not supported");
  const menu = page && services.docsMenu.get(page);
  if (!page || !menu) return { status: 404, body: { detail: 'Not found.' } };
  if (Number(major) === 2) return { status: 200, body: NOT_DEFINED };
  // The window and the API are on the host that those of all projects share.
  const dashboard = host.slice(host.indexOf('.') + 1);
  return { status: 200, body: addonsView(menu, page.file, dashboard) };
}

function refusal(error: string): { readonly status: number; readonly body: object } {
  return { status: 400, body: { error } };
}

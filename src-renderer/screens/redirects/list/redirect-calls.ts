import type { RedirectView } from './redirect-view.ts';

/** Returns the calls of the API that do what the screen does; `rule` is the opened redirect. */
export function callsOf(slug: string, rule: RedirectView | undefined) {
  const path = `/api/v3/projects/${slug}/redirects/`;
  const one = `${path}${rule?.id ?? 'ID'}/`;
  const example = { type: 'page', from_url: '/old.html', to_url: '/new.html' };
  const body = rule
    ? { type: rule.type, from_url: rule.fromUrl || null, to_url: rule.toUrl || null }
    : example;
  return [
    { path, label: 'List the redirects' },
    { method: 'POST' as const, path, body: example, label: 'Add a redirect' },
    { method: 'PUT' as const, path: one, body, label: 'Change a redirect' },
    { method: 'DELETE' as const, path: one, label: 'Remove a redirect' },
  ];
}

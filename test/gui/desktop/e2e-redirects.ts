import { inToday } from '../redirects/redirect-helpers.ts';

/** One redirect of each type of 2020, as the API has them. */
export const REDIRECTS = [
  { type: 'page', from_url: '/tides.html', to_url: '/tables.html' },
  { type: 'prefix', from_url: '/old/', to_url: null },
  { type: 'exact', from_url: '/en/latest/moon.html', to_url: 'https://moon.example.org/' },
  { type: 'sphinx_html', from_url: null, to_url: null },
  { type: 'sphinx_htmldir', from_url: null, to_url: null },
] as const;

/** They in today's words, as the form takes them and the list shows them. */
export const [PAGE, PREFIX, EXACT, HTML, FOLDERS] = REDIRECTS.map(({ type, from_url, to_url }) =>
  inToday({ type, ...(from_url !== null && { from_url }), ...(to_url !== null && { to_url }) }),
);

import { SEARCH_DIALOG } from './search-dialog.ts';

/** Where today's service has its script for pages, which a theme or project may load. */
export const ADDONS_SCRIPT_PATH = '/_/static/javascript/readthedocs-addons.js';

/**
 * Asks for the data of the page's menu and hands it to the theme, as the script of today's service does: in the only
 * structure that is defined, once all of the page's own scripts have run. Opens the search where a theme asks for it.
 */
export const ADDONS_SCRIPT = `(() => {
${SEARCH_DIALOG}
  const loaded = new Promise((resolve) => {
    const [navigation] = performance.getEntriesByType('navigation');
    const isLoaded = document.readyState === 'complete' || (navigation && navigation.domContentLoadedEventEnd > 0);
    if (isLoaded) resolve();
    else document.addEventListener('DOMContentLoaded', () => setTimeout(resolve), { once: true });
  });
  const asked = new URLSearchParams({ 'api-version': '1', url: location.origin + location.pathname });
  const data = fetch('/_/addons/?' + asked)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))));
  Promise.all([data, loaded])
    .then(([data]) => {
      const { search } = data.addons;
      if (search.enabled) offerSearch(search.default_filter);
      const detail = { data: () => data };
      window.ReadTheDocsEventData = detail;
      document.dispatchEvent(new CustomEvent('readthedocs-addons-data-ready', { detail }));
    })
    .catch((error) => console.warn('The menu of this page has no data: ' + error.message));
})();
`;

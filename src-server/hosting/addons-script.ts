/** Where today's service has its script for pages, which a theme or project may load. */
export const ADDONS_SCRIPT_PATH = '/_/static/javascript/readthedocs-addons.js';

/** Asks for the data of the page's menu and hands it to the theme, as the script of today's service does; shows nothing itself. */
export const ADDONS_SCRIPT = `(() => {
  const meta = document.querySelector('meta[name="readthedocs-addons-api-version"]');
  const asked = new URLSearchParams({
    'api-version': (meta && meta.content) || '1',
    url: location.origin + location.pathname,
  });
  fetch('/_/addons/?' + asked)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then((data) => {
      const detail = { data: () => data };
      document.dispatchEvent(new CustomEvent('readthedocs-addons-data-ready', { detail }));
    })
    .catch((error) => console.warn('The menu of this page has no data: ' + error.message));
})();
`;

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CONFIG = `version: 2
build:
  os: ubuntu-24.04
  tools:
    python: "3.12"
sphinx:
  configuration: docs/conf.py
`;
const CONF = `project = 'Almanac'
html_theme = 'harbour'
html_theme_path = ['_themes']
html_extra_path = ['plain.html']
`;
const THEME = `[theme]
inherit = basic
stylesheet = basic.css
pygments_style = none
`;
/** What the service's documentation shows to authors of themes: the element that asks for the data, and their script. */
const LAYOUT = `{% extends "basic/layout.html" %}
{% block extrahead %}
<meta name="readthedocs-addons-api-version" content="1" />
<style>:root { color-scheme: light dark } body { background: light-dark(#fff, #111) }</style>
<script defer src="{{ pathto('_static/menu.js', 1) }}"></script>
{% endblock %}
{% block header %}
<header><label>Version <select id="versions"></select></label> <input id="find" aria-label="Find" placeholder="Find"></header>
{% endblock %}
{% block relbar1 %}{% endblock %}
{% block relbar2 %}{% endblock %}
{% block sidebar2 %}{% endblock %}
`;
const SCRIPT = `
document.addEventListener('readthedocs-addons-data-ready', (event) => {
  const config = event.detail.data();
  const versions = document.querySelector('#versions');
  const { filename } = config.readthedocs.resolver;
  for (const { slug, urls } of config.versions.active) {
    const isCurrent = slug === config.versions.current.slug;
    versions.append(new Option(slug, urls.documentation + filename.slice(1), isCurrent, isCurrent));
  }
  versions.addEventListener('change', () => { location.href = versions.value; });
});
document.querySelector('#find').addEventListener('focusin', () => {
  document.dispatchEvent(new CustomEvent('readthedocs-search-show'));
});
`;
/** A page that asks for nothing. */
export const PLAIN_PAGE = '<!doctype html><html><head><title>Plain</title></head><body>Plain</body></html>\n';

const files = (release: string) => ({
  '.readthedocs.yaml': CONFIG,
  'docs/conf.py': CONF,
  'docs/plain.html': PLAIN_PAGE,
  'docs/_themes/harbour/theme.conf': THEME,
  'docs/_themes/harbour/layout.html': LAYOUT,
  'docs/_themes/harbour/static/menu.js': SCRIPT,
  'docs/index.rst': `Almanac\n=======\n\nRelease ${release}.\n\n.. toctree::\n\n   tides\n   moon\n`,
  'docs/tides.rst': `Tides\n=====\n\nThe tides of ${release}.\n\nSpring tides\n------------\n\nThe heron waits for <b>low</b> water & mud.\n`,
  'docs/moon.rst': `Moon\n====\n\nThe moon draws the tides.\n\nPhases\n------\n\nNew, full, and the tides between.\n`,
});

/** Makes a git repository with documentation in a theme of its own that has a version menu and a search box: the branches `main` and `old`. */
export function createThemeRepository(folder: string): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const identity = ['-c', 'user.name=Mira', '-c', 'user.email=mira@example.org'];
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: folder, env, stdio: 'pipe' });
  const commit = (release: string) => {
    for (const [path, content] of Object.entries(files(release))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', release);
  };
  mkdirSync(folder);
  git('init', '--quiet', '--initial-branch=main');
  commit('one');
  git('branch', 'old');
  commit('two');
}

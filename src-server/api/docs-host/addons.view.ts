import type { DocsMenu } from '../../services/hosting/docs-menu.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import type { VersionRecord } from '../../services/versions/versions.ts';
import { buildView } from '../current/views/build.view.ts';
import { projectView } from '../current/views/project.view.ts';
import { versionUrl, versionView } from '../current/views/version.view.ts';

/**
 * What the script of the service adds to a page. Lectern's adds the search dialog alone: menus, notices and keys are
 * those of the theme.
 */
const ADDONS = {
  analytics: { code: null, enabled: false },
  customscript: { enabled: false, src: null },
  doc_diff: { base_url: null, enabled: false, inject_styles: true },
  filetreediff: { enabled: false },
  flyout: { enabled: false, position: null },
  hotkeys: {
    doc_diff: { enabled: false, trigger: 'KeyD' },
    enabled: false,
    search: { enabled: false, trigger: 'Slash' },
  },
  linkpreviews: { enabled: false, selector: null },
  notifications: {
    enabled: false,
    show_on_external: false,
    show_on_latest: false,
    show_on_non_stable: false,
  },
  options: { load_when_embedded: true, root_selector: null },
} as const;

/** Makes the data of a page's menu, in the shapes of today's API without their links. */
export function addonsView(
  { project, translations, current, versions, build }: DocsMenu,
  file: string | null,
  dashboard: string,
): object {
  const href = (path: string) => `http://${dashboard}${path}`;
  const versionOf = (record: VersionRecord) => withoutLinks(versionView(record, href));
  const projectOf = (record: ProjectRecord, version: VersionRecord | null) =>
    withoutLinks(projectView(record, href, version ? { documentation: versionUrl(version) } : {}));
  const { slug } = project.project;
  const scope = current ? `${slug}/${current.version.slug}` : slug;
  return {
    addons: {
      ...ADDONS,
      search: { default_filter: `project:${scope}`, enabled: isSearched(current), filters: [] },
    },
    api_version: '1',
    builds: { current: build && withoutLinks(buildView(build, href)) },
    domains: { dashboard },
    projects: {
      current: projectOf(project, current),
      translations: translations.map((each) => projectOf(each.project, each.version)),
    },
    readthedocs: { analytics: { code: null }, resolver: { filename: file } },
    versions: { active: versions.map(versionOf), current: current && versionOf(current) },
  };
}

/** Whether a search in the version of a page finds anything; a page of none searches the default version. */
function isSearched(current: VersionRecord | null): boolean {
  return current === null || (current.version.active && !current.version.hidden);
}

/** Members of the API that a menu has no use for, at any depth. */
const LEFT_OUT = new Set(['_links', 'users', 'tags']);

function withoutLinks(view: unknown): unknown {
  if (Array.isArray(view)) return view.map(withoutLinks);
  if (typeof view !== 'object' || view === null || Object.getPrototypeOf(view) !== Object.prototype)
    return view;
  const kept = Object.entries(view).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutLinks(member)]));
}

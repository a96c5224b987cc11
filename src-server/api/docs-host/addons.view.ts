import type { DocsMenu } from '../../services/hosting/docs-menu.ts';
import type { ProjectRecord } from '../../services/projects/project-records.ts';
import type { VersionRecord } from '../../services/versions/versions.ts';
import { buildView } from '../current/views/build.view.ts';
import { projectView } from '../current/views/project.view.ts';
import { versionView } from '../current/views/version.view.ts';

/** What the scripts of the live service would add to a page: Lectern adds nothing by itself. */
const ADDONS = {
  analytics: { code: null, enabled: false },
  customscript: { enabled: false, src: null },
  doc_diff: { base_url: null, enabled: false, inject_styles: true },
  filetreediff: { enabled: false },
  flyout: { enabled: true, position: null },
  hotkeys: {
    doc_diff: { enabled: false, trigger: 'KeyD' },
    enabled: true,
    search: { enabled: true, trigger: 'Slash' },
  },
  linkpreviews: { enabled: false, selector: null },
  notifications: { enabled: true, show_on_external: true, show_on_latest: true, show_on_non_stable: true },
  options: { load_when_embedded: false, root_selector: null },
} as const;

/** Makes the data of a page's menu, in the shapes of today's API without their links. */
export function addonsView(
  { project, translations, current, versions, build }: DocsMenu,
  file: string | null,
  dashboard: string,
): object {
  const href = (path: string) => `http://${dashboard}${path}`;
  const versionOf = (record: VersionRecord) => withoutLinks(versionView(record, href));
  const projectOf = (record: ProjectRecord) => withoutLinks(projectView(record, href));
  const { slug } = project.project;
  const scope = current ? `${slug}/${current.version.slug}` : slug;
  return {
    addons: { ...ADDONS, search: { default_filter: `project:${scope}`, enabled: true, filters: [] } },
    api_version: '1',
    builds: { current: build && withoutLinks(buildView(build, href)) },
    domains: { dashboard },
    projects: { current: projectOf(project), translations: translations.map(projectOf) },
    readthedocs: { analytics: { code: null }, resolver: { filename: file } },
    versions: { active: versions.map(versionOf), current: current && versionOf(current) },
  };
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

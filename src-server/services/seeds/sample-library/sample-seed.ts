import { projectSlug } from '../../../model/base/slug.ts';
import { formatTimestamp, type Timestamp } from '../../../model/base/timestamp.ts';
import { OPERATOR_PLACEHOLDER, SAMPLE_PROJECTS, type SampleProject } from './sample-projects.ts';
import { createRandom, sampleVersions } from './sample-versions.ts';

const DAY = 86_400_000_000;

/** Redirects of every type, and two that undo each other. The one written last is tried first. */
const REDIRECTS: Readonly<Record<string, readonly object[]>> = {
  tidewater: [
    { type: 'sphinx_htmldir' },
    { type: 'sphinx_html' },
    { type: 'page', from_url: '/quickstart.html', to_url: 'https://tidewater.example/start' },
    { type: 'exact', from_url: '/en/2.4/$rest', to_url: '/en/stable/' },
    { type: 'prefix', from_url: '/docs/' },
    { type: 'page', from_url: '/install.html', to_url: '/guides/install.html' },
    { type: 'exact', from_url: '/en/1.x/$rest', to_url: '/en/1.9/' },
  ],
  almanac: [
    { type: 'page', from_url: '/moon.html', to_url: '/sky/moon.html' },
    { type: 'prefix', from_url: '/manual/' },
  ],
  'fathom-metrics': [{ type: 'exact', from_url: '/en/old/$rest', to_url: '/en/latest/' }],
  lodestar: [{ type: 'sphinx_html' }],
  'harbour-handbook': [{ type: 'page', from_url: '/rota.html', to_url: '/people/rota/' }],
};

const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  tidewater: ['CHART_API_KEY', 'SENTRY_DSN', 'TIDE_STATION', 'UPLOAD_TOKEN'],
  almanac: ['EPHEMERIS_KEY'],
  'fathom-metrics': ['METRICS_URL', 'METRICS_TOKEN'],
};

const SUBPROJECTS: Readonly<Record<string, readonly object[]>> = {
  tidewater: [
    { child: 'tidewater-charts', alias: 'charts' },
    { child: 'tidewater-plugins', alias: 'plugins' },
  ],
};

/**
 * The sample library as the content of a seed file: always the same, except that its times count back from `now` and
 * that `username` stands in the place of one of its people, so that a good part of it is theirs.
 */
export function sampleSeed(username: string, now: Timestamp): object {
  const projects = SAMPLE_PROJECTS.map((project) => seedProject(project, username, now));
  const names = new Set(SAMPLE_PROJECTS.flatMap((project) => peopleOf(project, username)));
  return { users: [...names].map((name) => ({ username: name })), projects };
}

function peopleOf({ people }: SampleProject, username: string): string[] {
  return [...new Set(people.map((name) => (name === OPERATOR_PLACEHOLDER ? username : name)))];
}

function seedProject(project: SampleProject, username: string, now: Timestamp): object {
  const slug = project.slug ?? projectSlug(project.name);
  const random = createRandom(slug);
  const created = now - (200 + random(1500)) * DAY;
  const modified = Math.max(created, now - (random(60) + 1) * DAY);
  return {
    name: project.name,
    slug,
    users: peopleOf(project, username),
    language: project.language,
    programming_language: project.code,
    repository: { url: `https://git.example/harbour/${slug}.git`, type: 'git' },
    homepage: `https://${slug}.example`,
    description: project.description,
    default_version: project.defaultVersion,
    default_branch: project.mkdocs ? 'main' : 'master',
    tags: [...new Set([project.tag, project.mkdocs ? 'mkdocs' : 'sphinx'])],
    ...(project.translationOf !== undefined && { translation_of: project.translationOf }),
    created: formatTimestamp(created),
    modified: formatTimestamp(modified),
    versions: sampleVersions({ project, slug, now, random }),
    redirects: REDIRECTS[slug] ?? [],
    environment_variables: (VARIABLES[slug] ?? []).map((name) => ({ name, value: `sample-${slug}` })),
    subprojects: SUBPROJECTS[slug] ?? [],
  };
}

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { Conflict } from '../../model/base/problems.ts';
import type { Timestamp } from '../../model/base/timestamp.ts';
import { MAX_PROJECTS } from '../../model/kits/expand-seed.ts';
import { KIT_FORMAT } from '../../model/kits/kit-manifest.ts';
import { formatKitTime } from '../../model/kits/relative-time.ts';
import type { NotifiedObject } from '../../model/notifications/notification.ts';
import type { Project } from '../../model/projects/project.ts';
import { redirectFileFields } from '../../model/redirects/redirect-file.ts';
import { type EnvironmentVariable, variableNameError } from '../../model/variables/environment-variable.ts';
import type { Version } from '../../model/versions/version.ts';
import type { Store } from '../../store/open-store.ts';
import { NEW_PROJECT } from '../projects/projects.ts';
import { KIT_SOURCES, readPlayedWithout } from './kit-repositories.ts';
import type { KitSecrets } from './kit-secrets.ts';
import { readKitFolder } from './read-kit-files.ts';

/** How a kit of the present data is called. */
export type NewKit = { readonly name: string; readonly description: string };

/** What making a kit leaves out or replaces, for the one who makes it. */
export type MadeKit = { readonly files: ReadonlyMap<string, Uint8Array>; readonly notes: readonly string[] };

const ALL = { limit: 1_000_000, offset: 0 };
const PLACEHOLDER = 'placeholder';
/** Fields of a seed whose texts are names, dates and words of a list. */
const FIXED: ReadonlySet<string> = new Set([
  ...['slug', 'username', 'users', 'child', 'alias', 'translation_of', 'default_version', 'default_branch'],
  ...[
    'verbose_name',
    'identifier',
    'type',
    'state',
    'commit',
    'builder',
    'played_without',
    'tags',
    'environment_variables',
  ],
  ...['versioning_scheme', 'external_builds_privacy_level', 'message', 'build_tools'],
  ...['language', 'programming_language', 'privacy_level', 'created', 'modified', 'start_time', 'end_time'],
]);

/** Writes the present data as a kit. @throws Conflict when it is too large, or a secret would be left in it */
export function makeKit(
  store: Store,
  { name, description, you }: NewKit & { readonly you: string | undefined },
  secrets: KitSecrets,
  now: Timestamp,
): MadeKit {
  const files = new Map<string, Uint8Array>();
  const notes: string[] = [];
  const slugs = store.repositories.all().map(({ slug }) => slug);
  if (slugs.length > MAX_PROJECTS) throw new Conflict(`A kit holds at most ${MAX_PROJECTS} projects.`);
  const entries = store.projects.bySlugs(slugs);
  const slugOf = new Map(entries.map(({ project }) => [project.id, project.slug]));
  const put = (path: string, bytes: Uint8Array) => {
    const found = secrets.find(bytes);
    if (found !== undefined)
      throw new Conflict(
        `${path} would still hold ${found}, so nothing was written. Remove it from the data first.`,
      );
    files.set(path, bytes);
  };
  const putText = (path: string, text: string) => put(path, Buffer.from(text));

  const projects = entries.map(({ project, maintainers }) => ({
    ...projectFields(project, now),
    ...builderFields(project),
    users: maintainers.map(({ username }) => username),
    repository: repositoryOf(project),
    ...(project.translationOf !== null && { translation_of: slugOf.get(project.translationOf) }),
    versions: store.versions.ofProject(project.id).map((version) => versionOf(store, version, now)),
    redirects: store.redirects.ofProject(project.id, ALL).items.map(redirectFileFields).reverse(),
    environment_variables: store.environmentVariables
      .ofProject(project.id, ALL)
      .items.map(variableOf)
      .reverse(),
    notifications: notificationsOf(store, { kind: 'project', id: project.id }),
    subprojects: store.subprojects
      .ofParent(project.id, null, ALL)
      .items.map(({ childId, alias }) => ({ child: slugOf.get(childId), alias })),
  }));

  function repositoryOf(project: Project) {
    const { repositoryUrl: url, repositoryType: type, slug } = project;
    const source = join(dirname(url), KIT_SOURCES, basename(url));
    if (existsSync(source)) {
      for (const [path, bytes] of readKitFolder(source).files)
        put(`repositories/${basename(url)}/${path}`, bytes);
      return `kit:repositories/${basename(url)}`;
    }
    if (/^(?:file:|\/|[A-Za-z]:[\\/])/.test(url)) {
      notes.push(`${slug} has a repository on this computer; the kit has a placeholder for it.`);
      return { url: `https://git.example/${slug}.git`, type };
    }
    return { url, type };
  }

  const users = store.users.all().map(({ username }) => ({ username }));
  putText(
    'kit.yaml',
    stringify({ format: KIT_FORMAT, name, description, ...(you !== undefined && { you }) }),
  );
  putText('seed.json', `${JSON.stringify(cleanAll({ users, projects }, secrets.clean), undefined, 1)}\n`);
  for (const script of store.buildScripts.names())
    putText(`builds/${script}.yaml`, stringify(cleanAll(store.buildScripts.byName(script), secrets.clean)));
  for (const { id, rule } of store.faultRules.all())
    putText(`faults/rule-${id}.yaml`, stringify(cleanAll(rule, secrets.clean)));
  return { files, notes };
}

function projectFields(project: Project, now: Timestamp) {
  return {
    name: project.name,
    slug: project.slug,
    language: project.language,
    programming_language: project.programmingLanguage,
    ...(project.homepage !== '' && { homepage: project.homepage }),
    description: project.description,
    default_version: project.defaultVersion,
    ...(project.defaultBranch !== null && { default_branch: project.defaultBranch }),
    versioning_scheme: project.versioningScheme,
    ...(project.readthedocsYamlPath !== null && { readthedocs_yaml_path: project.readthedocsYamlPath }),
    ...(project.analyticsDisabled !== null && { analytics_disabled: project.analyticsDisabled }),
    external_builds_privacy_level: project.externalBuildsPrivacyLevel,
    ...(project.buildTools !== NEW_PROJECT.buildTools && { build_tools: project.buildTools }),
    privacy_level: project.privacyLevel,
    tags: project.tags,
    created: formatKitTime(project.created, now),
    modified: formatKitTime(project.modified, now),
  };
}

/** Returns the script that plays the builds; of a kit's project whose builds nobody has changed, as that kit had it. */
function builderFields({ slug, builder, repositoryUrl }: Project) {
  const kept = readPlayedWithout(repositoryUrl)?.[slug];
  if (kept && builder === (kept.isPlayed ? kept.builder : null))
    return { builder: kept.builder, played_without: kept.program };
  return builder === null ? {} : { builder };
}

/** A kit has no values, but says which variables have one. */
function variableOf(
  { name, hasValue, isPublic }: EnvironmentVariable,
  _: number,
  all: readonly EnvironmentVariable[],
) {
  const isUsual =
    variableNameError(name) === undefined && all.filter((other) => other.name === name).length === 1;
  return {
    name,
    value: hasValue ? PLACEHOLDER : null,
    public: isPublic,
    ...(!isUsual && { any_name: true }),
  };
}

function notificationsOf(store: Store, about: NotifiedObject) {
  return store.notifications
    .of(about, undefined, ALL)
    .items.map(({ message, state, dismissable, news, details }) => ({
      message,
      state,
      dismissable,
      news,
      details,
    }));
}

function versionOf(store: Store, version: Version, now: Timestamp) {
  const builds = store.builds.ofVersion(version.id, {}, ALL).items;
  const commands = store.buildCommands.ofBuilds(builds.map(({ id }) => id));
  return {
    slug: version.slug,
    verbose_name: version.verboseName,
    identifier: version.identifier,
    type: version.type,
    active: version.active,
    built: version.built,
    uploaded: version.uploaded,
    privacy_level: version.privacyLevel,
    hidden: version.hidden,
    downloads: version.downloads,
    builds: [...builds]
      .reverse()
      .map(({ id, created, state, success, error, commit, duration, configText, ...text }) => ({
        notifications: notificationsOf(store, { kind: 'build', id }),
        created: formatKitTime(created, now),
        ...{ state, success, error, commit, duration },
        ...(text.commitSubject !== '' && { commit_subject: text.commitSubject }),
        ...(text.commitAuthor !== '' && { commit_author: text.commitAuthor }),
        config: JSON.parse(configText) as unknown,
        commands: (commands.get(id) ?? []).map((command) => ({
          description: command.description,
          command: command.command,
          output: command.output,
          exit_code: command.exitCode ?? -1,
          start_time: formatKitTime(command.startTime, now),
          end_time: formatKitTime(command.endTime ?? command.startTime, now),
        })),
      })),
  };
}

/**
 * Cleans every text of a value, except for names by which others refer to it: with a placeholder in them the kit would not
 * load. What they hold is found when the file is searched.
 */
function cleanAll(value: unknown, clean: (text: string) => string, isFree = false): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanAll(item, clean, isFree));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (isFree) return [clean(key), cleanAll(item, clean, true)];
      return [key, FIXED.has(key) ? item : cleanAll(item, clean, key === 'config')];
    }),
  );
}

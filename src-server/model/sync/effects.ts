import type { Json } from '../builds/build.ts';
import type { Difference } from './differences.ts';
import { type Fields, REDIRECT_ORDER, VALUE_AT } from './sync-fields.ts';

/** What a write does beyond its fields (live-service.md 7, "Effects of writes"). */
export type Effects = { readonly effects: readonly string[]; readonly reversible: boolean };

type Change = Pick<Difference, 'kind' | 'action' | 'from' | 'to'>;

/** Describes what a write does beyond its fields, and whether a later push can take it back. */
export function describeEffects(change: Change, project: string): Effects {
  return { effects: effectsOf(change, project), reversible: isReversible(change) };
}

function effectsOf(change: Change, project: string): string[] {
  switch (change.kind) {
    case 'project':
      return change.action === 'create' ? CREATED_PROJECT : projectEffects(change);
    case 'version':
      return versionEffects(change.to ?? {});
    case 'redirect':
      return redirectEffects(change);
    case 'variable':
      return variableEffects(change);
    case 'subproject':
      return subprojectEffects(change, project);
    case 'build':
      return ['Starts a build on the service.', 'A running build of this version is cancelled there.'];
  }
}

const CREATED_PROJECT = [
  'Creates a project on the service. Lectern cannot delete it there.',
  'The service makes the version latest and builds the default version.',
  'You become its only maintainer there.',
];

/** What a change of a field of a project does; fields without an entry change nothing else. */
const PROJECT_EFFECTS: Readonly<Record<string, (to: string) => string>> = {
  name: () => 'Readers see the new name. The slug and all addresses stay.',
  'repository.url': () =>
    'The next build on the service clones this repository. With a connected account the service uses its own URL of it.',
  language: () =>
    'The language is a part of all addresses: links of readers to the old ones no longer lead to pages.',
  default_version: (to) =>
    `The root of the documentation leads to ${to} at once, or to latest while ${to} is not active.`,
  default_branch: () => 'The version latest follows this branch at once. Nothing is built.',
  versioning_scheme: () =>
    'Every address of the documentation changes: links of readers to the old ones no longer lead to pages.',
  readthedocs_yaml_path: () => 'The next build on the service reads this configuration file.',
  privacy_level: (to) => (to === 'private' ? 'Only people with access see it.' : 'Everybody can see it.'),
  external_builds_privacy_level: (to) =>
    to === 'private'
      ? 'Only people with access see builds of pull requests.'
      : 'Everybody can see builds of pull requests.',
  external_builds_enabled: (to) =>
    to === 'true'
      ? 'The service builds pull requests from now on.'
      : 'The service no longer builds pull requests.',
  [REDIRECT_ORDER]: () => 'The redirects are tried in another order: the first one that matches decides.',
};

function projectEffects({ to }: Change): string[] {
  return Object.entries(to ?? {}).flatMap(([name, value]) => PROJECT_EFFECTS[name]?.(textOf(value)) ?? []);
}

function versionEffects(to: Fields): string[] {
  return [
    ...(to.active === true
      ? ['Activating builds this version on the service.', 'Its running builds on the service are cancelled.']
      : []),
    ...(to.active === false ? ['Deactivating removes its pages.'] : []),
    ...(to.hidden === true ? ['It leaves the version menu and search. Its pages stay.'] : []),
    ...(to.hidden === false ? ['It appears in the version menu and in search.'] : []),
    ...(to.privacy_level === 'private' ? ['Only people with access see its pages.'] : []),
    ...(to.privacy_level === 'public' ? ['Everybody can see its pages.'] : []),
  ];
}

function redirectEffects({ action, from, to }: Change): string[] {
  if (action === 'delete') return [`${address(from)} is no longer redirected.`];
  if (action === 'create')
    return to?.enabled === false
      ? []
      : [
          `Readers of ${address(to)} are redirected at once.`,
          ...(to?.force === true ? ['It redirects also where the page exists.'] : []),
        ];
  return [
    ...(from?.from_url ? [`Links to ${textOf(from.from_url)} are no longer redirected.`] : []),
    ...(to?.enabled === false ? ['It no longer redirects.'] : []),
    ...(to?.enabled === true ? ['It redirects at once.'] : []),
    ...(to?.force === true ? ['It redirects also where the page exists.'] : []),
    ...(to?.http_status === 301 ? ['Browsers remember a permanent redirect for a long time.'] : []),
  ];
}

function variableEffects({ action, to }: Change): string[] {
  const isPublic = to?.public === true ? ['Builds of pull requests get it too.'] : [];
  if (action === 'create')
    return ['Its value is sent. Builds on the service get it from the next one on.', ...isPublic];
  if (action === 'delete')
    return ['Builds on the service no longer get it. The service cannot give its value back.'];
  return [
    'The service cannot change a variable: a new one with the value typed here replaces it.',
    'For a moment both exist.',
    ...(to && VALUE_AT in to ? ['The old value cannot be restored there.'] : []),
    ...isPublic,
  ];
}

function subprojectEffects({ action, from, to }: Change, project: string): string[] {
  const old = `/projects/${textOf(from?.alias ?? from?.child ?? '')}/`;
  if (action === 'create')
    return [`Its documentation is served below /projects/${textOf(to?.alias ?? '')}/ of ${project}.`];
  if (action === 'delete') return [`Links of readers to ${old} of ${project} no longer lead to pages.`];
  return [
    'The service cannot change a subproject: it is removed and added again.',
    `Links of readers to ${old} of ${project} no longer lead to pages.`,
  ];
}

/** Returns whether a later push can bring the former state back: nothing that the service alone has is lost. */
function isReversible({ kind, action, to }: Change): boolean {
  if (kind === 'project') return action !== 'create';
  if (kind === 'version') return to?.active !== false;
  if (kind === 'build') return false;
  return kind !== 'variable' || action === 'create';
}

function address(fields: Fields | null): string {
  const from = fields?.from_url;
  return typeof from === 'string' && from !== '' ? from : 'Addresses of the other form';
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

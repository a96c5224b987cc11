import type { Json } from '../builds/build.ts';
import type { RemoteKind } from './remote.ts';

export const SYNC_KINDS = ['project', 'version', 'redirect', 'variable', 'subproject'] as const;
/** What is synced (sync.md, "Storage"). */
export type SyncKind = (typeof SYNC_KINDS)[number];

/** What a push sends: changes of what is synced, and builds that a person asked for. */
export const STEP_KINDS = [...SYNC_KINDS, 'build'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Canonical values of one object: only names of `SYNC_FIELDS[kind]`. A field that is absent is not known. */
export type Fields = Readonly<Record<string, Json>>;

/**
 * Where a field goes. `both`: pulled and pushed. `push`: pushed when it was changed here, and never answered by the
 * service. `note`: stored in `base` alone, to know what was changed here.
 */
export type FieldWay = 'both' | 'push' | 'note';

/** A field that is synced. */
export type SyncField = {
  readonly way: FieldWay;
  /** What a person calls it. */
  readonly label: string;
  /** Whether only the business service takes it; `community` has it always public. */
  readonly isBusinessOnly?: true;
  /** Whether it is sent only when the object is created; a change is a deletion and a creation. */
  readonly isFixed?: true;
  /** Sentence of the docs table. */
  readonly note?: string;
};

/** Orders of redirects are compared over the keys that both sides have. */
export const REDIRECT_ORDER = 'redirect_order';
/** Slug there of the main project that a translation last had on both sides: kept in `base` alone, and never sent. */
export const TRANSLATION_OF = 'translation_of';
/** When the value of a variable was last typed here, at the time of the last push. */
export const VALUE_AT = 'value_at';

/** Every field that is synced, by kind, in the order in which they are shown. */
export const SYNC_FIELDS: Readonly<Record<SyncKind, Readonly<Record<string, SyncField>>>> = {
  project: {
    name: { way: 'both', label: 'Name', note: 'The slug never changes.' },
    'repository.url': {
      way: 'both',
      label: 'Repository URL',
      note: 'With a connected account the service replaces it by that account’s clone URL.',
    },
    homepage: { way: 'both', label: 'Homepage' },
    language: { way: 'both', label: 'Language' },
    programming_language: { way: 'both', label: 'Programming language' },
    tags: { way: 'both', label: 'Tags' },
    default_version: { way: 'both', label: 'Default version' },
    default_branch: {
      way: 'both',
      label: 'Default branch',
      note: 'The service answers the branch in use, so it becomes the repository’s own here unless one was chosen.',
    },
    readthedocs_yaml_path: { way: 'both', label: 'Path of the configuration file' },
    versioning_scheme: { way: 'both', label: 'URL versioning scheme' },
    privacy_level: { way: 'both', label: 'Privacy level', isBusinessOnly: true },
    external_builds_privacy_level: {
      way: 'both',
      label: 'Privacy level of pull request builds',
      isBusinessOnly: true,
    },
    [REDIRECT_ORDER]: {
      way: 'both',
      label: 'Order of redirects',
      note: 'Compared over the redirects that both sides have.',
    },
    analytics_code: { way: 'push', label: 'Analytics code' },
    analytics_disabled: { way: 'push', label: 'Analytics disabled' },
    show_version_warning: { way: 'push', label: 'Version warning' },
    external_builds_enabled: { way: 'push', label: 'Builds of pull requests' },
  },
  version: {
    active: { way: 'both', label: 'Active' },
    hidden: { way: 'both', label: 'Hidden' },
    privacy_level: { way: 'both', label: 'Privacy level', isBusinessOnly: true },
  },
  redirect: {
    type: { way: 'both', label: 'Type' },
    from_url: { way: 'both', label: 'From URL' },
    to_url: { way: 'both', label: 'To URL' },
    force: { way: 'both', label: 'Force' },
    enabled: { way: 'both', label: 'Enabled' },
    description: { way: 'both', label: 'Description' },
    http_status: { way: 'both', label: 'HTTP status' },
  },
  variable: {
    name: { way: 'both', label: 'Name', isFixed: true },
    public: { way: 'both', label: 'Public', isFixed: true },
    [VALUE_AT]: {
      way: 'note',
      label: 'Value',
      isFixed: true,
      note: 'Sent when it was typed here after the last push. The service never answers values.',
    },
  },
  subproject: {
    child: { way: 'both', label: 'Child', isFixed: true },
    alias: { way: 'both', label: 'Alias', isFixed: true },
  },
};

/** Something of an object that is not synced. `pull`: read and shown; `stay`: only here. */
export type OtherField = {
  readonly label: string;
  readonly way: 'pull' | 'stay';
  readonly note?: string;
};

/** What is not synced, by kind: nothing of it is ever sent or compared. */
export const OTHER_FIELDS: Readonly<Record<SyncKind | 'build', readonly OtherField[]>> = {
  project: [
    {
      label: 'Slug, id, addresses, times',
      way: 'pull',
      note: 'A slug that is taken here can be another one here.',
    },
    { label: 'Main project of a translation', way: 'pull', note: 'The API cannot set it.' },
    {
      label: 'Maintainers',
      way: 'pull',
      note: 'Names there are data. Access here is for the people chosen when connecting.',
    },
    { label: 'Description, documentation type', way: 'stay' },
    { label: 'Permission to build, build scripts, webhooks', way: 'stay', note: 'A pull allows no builds.' },
    { label: 'Deletion', way: 'stay', note: 'The API cannot delete a project.' },
  ],
  version: [
    { label: 'Slug, name, identifier, type', way: 'pull', note: 'They come from the repository.' },
    {
      label: 'Built, pages, downloads',
      way: 'stay',
      note: 'Those of the builds here. The service’s are shown beside them.',
    },
    { label: 'Creation, deletion', way: 'stay', note: 'The API cannot create or delete a version.' },
  ],
  redirect: [
    { label: 'Times', way: 'pull' },
    {
      label: 'Text of a redirect of 2020',
      way: 'stay',
      note: 'Its form of today is sent. One without such a form stays here.',
    },
  ],
  variable: [{ label: 'Times', way: 'pull' }],
  subproject: [],
  build: [
    {
      label: 'State, outcome, version, commit, times',
      way: 'pull',
      note: 'The newest 20 a project. They are not builds here.',
    },
    { label: 'Messages of a failed build', way: 'pull', note: 'Read when it is opened.' },
    { label: 'Output', way: 'stay', note: 'The API has none.' },
  ],
};

/** What a creation of a project takes; the service drops the others without a word, so they are sent after it. */
export const PROJECT_CREATE_FIELDS: ReadonlySet<string> = new Set([
  ...['name', 'repository.url', 'homepage', 'language', 'programming_language', 'tags'],
  ...['readthedocs_yaml_path', 'privacy_level', 'external_builds_privacy_level'],
]);

/** Names the fields of a kind that a pull compares; the public service for everybody has no privacy. */
export function pulledFields(kind: SyncKind, service: RemoteKind): string[] {
  return namesOf(
    kind,
    ({ way, isBusinessOnly }) => way === 'both' && !(isBusinessOnly && service === 'community'),
  );
}

/** Names the fields of a kind that a push sends; privacy only where it is taken. */
export function pushedFields(kind: SyncKind, service: RemoteKind): string[] {
  return namesOf(kind, ({ isBusinessOnly }) => !isBusinessOnly || service === 'business');
}

/** Returns the fields with these names. */
export function pickFields(fields: Fields, names: readonly string[]): Fields {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => wanted.has(name)));
}

function namesOf(kind: SyncKind, isWanted: (field: SyncField) => boolean): string[] {
  return Object.entries(SYNC_FIELDS[kind]).flatMap(([name, field]) => (isWanted(field) ? [name] : []));
}

/** Returns whether two values of a field are equal; lists and objects are compared by what they hold. */
export function sameValue(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  return canonicalJson(one) === canonicalJson(other);
}

/** Writes a value with its keys in order, so that equal values are equal texts. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as Readonly<Record<string, Json>>)
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`);
  return `{${entries.join(',')}}`;
}

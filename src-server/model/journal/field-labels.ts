import { languageName, PROGRAMMING_LANGUAGES } from '../projects/languages/languages.ts';
import { BUILD_TOOL_LABELS, SCHEME_LABELS } from '../projects/option-labels.ts';

const PRIVACY_LABELS = { public: 'Public', protected: 'Protected', private: 'Private' };

/** Texts of options, by field. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  versioningScheme: SCHEME_LABELS,
  buildTools: BUILD_TOOL_LABELS,
  privacyLevel: PRIVACY_LABELS,
  externalBuildsPrivacyLevel: PRIVACY_LABELS,
  repositoryType: { git: 'Git', svn: 'Subversion', hg: 'Mercurial', bzr: 'Bazaar' },
  dialect: { 2020: 'rules of 2020', current: 'rules of today' },
  success: { true: 'passed', false: 'failed' },
  built: { true: 'yes', false: 'no' },
  hasValue: { true: 'set', false: 'none' },
  secret: { true: 'set', false: 'none' },
};

/** What the fields of changed objects are called in sentences. */
const LABELS: Readonly<Record<string, string>> = {
  repositoryUrl: 'repository',
  analyticsCode: 'analytics code',
  versioningScheme: 'addresses',
  readthedocsYamlPath: 'configuration file',
  externalBuildsPrivacyLevel: 'privacy of pull requests',
  analyticsDisabled: 'analytics',
  showVersionWarning: 'version warning',
  privacyLevel: 'privacy',
  pullRequestBuilds: 'pull-request builds',
  trustedRepository: 'repository that may run code',
  fromUrl: 'from',
  toUrl: 'to',
  fastRebuild: 'fast rebuild',
  type: 'type',
  verboseName: 'name',
  isPublic: 'public',
  isOn: 'on',
  isPinned: 'stays after a restart',
  hasValue: 'value',
  success: 'outcome',
  lastFour: 'ends in',
  builder: 'build script',
  contents: 'with it',
  count: 'items',
  now: 'time',
};

/** What forms call a field, where that cannot stand in a sentence. */
const FORM_LABELS: Readonly<Record<string, string>> = { buildTools: 'Build with' };

/** Fields that say nothing to a person: identities, times and what follows from other fields. */
const INTERNAL: ReadonlySet<string> = new Set([
  ...['id', 'projectId', 'versionId', 'userId', 'modified', 'created', 'createdAt', 'updatedAt', 'rank'],
  ...['pagesBuild', 'localUserId'],
  ...['position', 'remoteBranch', 'batch', 'keyCheck', 'digest'],
  // Sentences name what these are: the parent, the main project, the order.
  ...['parentId', 'childId', 'translationOf', 'ranks', 'has2020Form'],
]);

/** Returns what a field is called in a sentence; undefined for one that says nothing to a person. */
export function fieldLabel(field: string): string | undefined {
  if (INTERNAL.has(field)) return undefined;
  return LABELS[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns what a form calls a field; undefined for one that says nothing to a person. */
export function formLabel(field: string): string | undefined {
  return FORM_LABELS[field] ?? fieldLabel(field);
}

/** Returns the text of the option that a form offers for a value; undefined where a value is shown as it is. */
export function optionLabel(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'boolean') return undefined;
  if (field === 'language' && typeof value === 'string') return languageName(value);
  if (field === 'programmingLanguage') return PROGRAMMING_LANGUAGES.find(({ code }) => code === value)?.name;
  return Object.hasOwn(OPTIONS, field) ? OPTIONS[field]?.[String(value)] : undefined;
}

/** Lists the labels of fields, each once, as part of a sentence: `name, homepage and tags`. */
export function listFieldLabels(fields: readonly string[]): string {
  const names = [...new Set(fields.flatMap((field) => fieldLabel(field) ?? []))];
  return joinWords(names);
}

/** Joins words as a person would: `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

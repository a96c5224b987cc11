import { Autocomplete, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { LANGUAGES, PROGRAMMING_LANGUAGES } from '../../../../src-server/model/projects/languages.ts';
import {
  DOCUMENTATION_TYPES,
  PRIVACY_LEVELS,
  REPOSITORY_TYPES,
} from '../../../../src-server/model/projects/project.ts';
import { MAX_TAGS } from '../../../../src-server/model/projects/tags.ts';
import type { BelowField } from './changed-elsewhere.tsx';
import classes from './settings.module.css';
import type { SettingsField, SettingsValues } from './settings-values.ts';

const REPOSITORY_NAMES = { git: 'Git', svn: 'Subversion', hg: 'Mercurial', bzr: 'Bazaar' } as const;
const PRIVACY_NAMES = { public: 'Public', protected: 'Protected', private: 'Private' } as const;
const DOCUMENTATION_NAMES = {
  sphinx: 'Sphinx HTML',
  sphinx_htmldir: 'Sphinx HTML, a folder a page',
  sphinx_singlehtml: 'Sphinx HTML, one page',
  mkdocs: 'MkDocs',
  generic: 'Whatever the commands make',
} as const;

const REPOSITORIES = REPOSITORY_TYPES.map((value) => ({ value, label: REPOSITORY_NAMES[value] }));
const PRIVACIES = PRIVACY_LEVELS.map((value) => ({ value, label: PRIVACY_NAMES[value] }));
const DOCUMENTATION = DOCUMENTATION_TYPES.map((value) => ({ value, label: DOCUMENTATION_NAMES[value] }));
const LANGUAGE_CHOICES = LANGUAGES.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
const CODE_CHOICES = [
  { value: '', label: 'Not said' },
  ...PROGRAMMING_LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
];

type Props = {
  readonly values: SettingsValues;
  readonly errors: Readonly<Record<string, string>>;
  /** Slugs. */
  readonly activeVersions: readonly string[];
  readonly below: BelowField;
  readonly change: <Field extends SettingsField>(field: Field, value: SettingsValues[Field]) => void;
};

/** Every field of a project's settings. */
export function SettingsFields({ values, errors, activeVersions, below, change }: Props) {
  const text = (field: SettingsField & TextField, hint?: string) => ({
    value: values[field],
    error: errors[field],
    description: below(field, hint),
    onChange: (event: { currentTarget: { value: string } }) => change(field, event.currentTarget.value),
    autoComplete: 'off',
  });
  const mono = { classNames: { input: 'mono' }, spellCheck: false };
  const select = { size: 'xs' as const, allowDeselect: false, searchable: true, maxDropdownHeight: 260 };
  const standsForLatest = values.default_version !== '' && !activeVersions.includes(values.default_version);
  return (
    <>
      <TextInput label="Name" {...text('name')} />
      <TextInput
        label="Homepage"
        placeholder="https://"
        {...mono}
        {...text('homepage', 'Where the project itself is shown. May stay empty.')}
      />
      <Textarea
        label="Description"
        className={classes.wide}
        autosize
        minRows={2}
        maxRows={8}
        {...text('description')}
      />
      <TagsInput
        label="Tags"
        size="xs"
        className={classes.wide}
        classNames={{ pill: classes.tag }}
        description={below('tags', 'Enter or a comma ends a tag.')}
        value={[...values.tags]}
        error={errors.tags}
        maxTags={MAX_TAGS}
        onChange={(tags) => change('tags', tags)}
        clearable={false}
      />
      <h2 className={classes.title}>Repository</h2>
      <TextInput label="Repository URL" className={classes.wide} {...mono} {...text('repository.url')} />
      <Select
        label="Type of repository"
        {...select}
        data={REPOSITORIES}
        value={values['repository.type']}
        error={errors['repository.type']}
        description={below('repository.type', undefined, nameIn(REPOSITORIES))}
        onChange={(value) => value && change('repository.type', value as SettingsValues['repository.type'])}
      />
      <TextInput
        label="Default branch"
        {...mono}
        {...text('default_branch', 'Empty: what the repository calls its default. latest follows it.')}
      />
      <h2 className={classes.title}>Documentation</h2>
      <Autocomplete
        label="Default version"
        size="xs"
        {...mono}
        data={[...activeVersions]}
        value={values.default_version}
        error={errors.default_version}
        description={below(
          'default_version',
          standsForLatest
            ? 'No active version is called so: readers get latest.'
            : 'What readers get who name none.',
        )}
        onChange={(value) => change('default_version', value)}
        maxDropdownHeight={260}
        limit={200}
      />
      <Select
        label="Documentation type"
        {...select}
        data={DOCUMENTATION}
        value={values.documentation_type}
        error={errors.documentation_type}
        description={below('documentation_type', undefined, nameIn(DOCUMENTATION))}
        onChange={(value) =>
          value && change('documentation_type', value as SettingsValues['documentation_type'])
        }
      />
      <Select
        label="Language"
        {...select}
        data={withUnknown(LANGUAGE_CHOICES, values.language)}
        value={values.language}
        error={errors.language}
        description={below('language', undefined, nameIn(LANGUAGE_CHOICES))}
        limit={200}
        onChange={(value) => value && change('language', value)}
      />
      <Select
        label="Programming language"
        {...select}
        data={withUnknown(CODE_CHOICES, values.programming_language)}
        value={values.programming_language}
        error={errors.programming_language}
        description={below('programming_language', undefined, nameIn(CODE_CHOICES))}
        onChange={(value) => value !== null && change('programming_language', value)}
      />
      <Select
        label="Privacy"
        {...select}
        data={PRIVACIES}
        description={below('privacy_level', 'Private: only its maintainers see it.', nameIn(PRIVACIES))}
        value={values.privacy_level}
        error={errors.privacy_level}
        onChange={(value) => value && change('privacy_level', value as SettingsValues['privacy_level'])}
      />
      <TextInput label="Analytics code" {...mono} {...text('analytics_code', 'May stay empty.')} />
      <Switch
        label="Single version"
        description={below(
          'single_version',
          'Pages stand at the root, without language and version in their addresses.',
        )}
        checked={values.single_version}
        onChange={(event) => change('single_version', event.currentTarget.checked)}
      />
      <Switch
        label="Version warning"
        description={below(
          'show_version_warning',
          'Readers of an old version are told that there is a newer one.',
        )}
        checked={values.show_version_warning}
        onChange={(event) => change('show_version_warning', event.currentTarget.checked)}
      />
    </>
  );
}

/** The fields that are typed into as text. */
type TextField = {
  [Field in SettingsField]: SettingsValues[Field] extends string ? Field : never;
}[SettingsField];

function nameIn(choices: readonly { value: string; label: string }[]) {
  return (code: string) => choices.find(({ value }) => value === code)?.label ?? code;
}

/** A stored code that is in no list is still what the project has. */
function withUnknown(choices: readonly { value: string; label: string }[], code: string) {
  return choices.some(({ value }) => value === code)
    ? [...choices]
    : [...choices, { value: code, label: code }];
}

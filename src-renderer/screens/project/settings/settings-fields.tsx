import { Autocomplete, Select, Switch, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import {
  LANGUAGES,
  PROGRAMMING_LANGUAGES,
} from '../../../../src-server/model/projects/languages/languages.ts';
import { SCHEME_LABELS } from '../../../../src-server/model/projects/option-labels.ts';
import {
  DOCUMENTATION_TYPES,
  PRIVACY_LEVELS,
  REPOSITORY_TYPES,
  VERSIONING_SCHEMES,
} from '../../../../src-server/model/projects/project.ts';
import { MAX_TAGS } from '../../../../src-server/model/projects/tags.ts';
import type { Form } from '../../../ui/form/use-form.ts';
import classes from './settings.module.css';
import type { SettingsField, SettingsValues } from './settings-values.ts';
import type { DescribeField } from './use-field-descriptions.tsx';

const REPOSITORY_TYPE_LABELS = { git: 'Git', svn: 'Subversion', hg: 'Mercurial', bzr: 'Bazaar' } as const;
const PRIVACY_LABELS = { public: 'Public', protected: 'Protected', private: 'Private' } as const;
const DOCUMENTATION_TYPE_LABELS = {
  sphinx: 'Sphinx HTML',
  sphinx_htmldir: 'Sphinx HTML, one folder per page',
  sphinx_singlehtml: 'Sphinx HTML, single page',
  mkdocs: 'MkDocs',
  generic: 'Output of custom commands',
} as const;

const REPOSITORY_TYPE_OPTIONS = REPOSITORY_TYPES.map((value) => ({
  value,
  label: REPOSITORY_TYPE_LABELS[value],
}));
const SCHEME_OPTIONS = VERSIONING_SCHEMES.map((value) => ({ value, label: SCHEME_LABELS[value] }));
const PRIVACY_OPTIONS = PRIVACY_LEVELS.map((value) => ({ value, label: PRIVACY_LABELS[value] }));
const DOCUMENTATION_TYPE_OPTIONS = DOCUMENTATION_TYPES.map((value) => ({
  value,
  label: DOCUMENTATION_TYPE_LABELS[value],
}));
const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
const PROGRAMMING_LANGUAGE_OPTIONS = [
  { value: '', label: 'Not specified' },
  ...PROGRAMMING_LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
];

type Props = {
  readonly form: Form<SettingsValues>;
  /** Slugs of the active versions. */
  readonly activeVersions: readonly string[];
  readonly describeField: DescribeField;
};

/** Renders the fields of a project's settings. */
export function SettingsFields({ form, activeVersions, describeField }: Props) {
  const { values } = form;
  const text = (field: SettingsField & TextField, hint?: string) => ({
    ...form.field(field),
    description: describeField(field, hint),
    autoComplete: 'off',
  });
  const mono = { classNames: { input: 'mono' }, spellCheck: false };
  const select = { size: 'xs' as const, allowDeselect: false, searchable: true, maxDropdownHeight: 260 };
  const fallsBackToLatest = values.default_version !== '' && !activeVersions.includes(values.default_version);
  return (
    <>
      <Title order={2}>Details</Title>
      <TextInput label="Name" {...text('name')} />
      <TextInput
        label="Homepage"
        placeholder="https://"
        {...mono}
        {...text('homepage', 'The website of the project. Optional.')}
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
        description={describeField('tags', 'Press Enter or type a comma to add a tag.')}
        {...form.field('tags')}
        maxTags={MAX_TAGS}
        clearable={false}
      />
      <Title order={2} mt="sm">
        Repository
      </Title>
      <TextInput label="Repository URL" className={classes.wide} {...mono} {...text('repository.url')} />
      <Select
        label="Repository type"
        {...select}
        data={REPOSITORY_TYPE_OPTIONS}
        {...form.field('repository.type')}
        description={describeField('repository.type', undefined, labelIn(REPOSITORY_TYPE_OPTIONS))}
      />
      <TextInput
        label="Default branch"
        {...mono}
        {...text('default_branch', 'Empty: the default branch of the repository. latest follows it.')}
      />
      <TextInput
        label="Configuration file"
        placeholder=".readthedocs.yaml"
        {...mono}
        {...text('readthedocs_yaml_path', 'Its path in the repository. Empty: at the root.')}
      />
      <Title order={2} mt="sm">
        Documentation
      </Title>
      <Autocomplete
        label="Default version"
        size="xs"
        {...mono}
        data={[...activeVersions]}
        {...form.field('default_version')}
        description={describeField(
          'default_version',
          fallsBackToLatest
            ? 'No active version has this name: readers get latest.'
            : 'What readers get when the URL names no version.',
        )}
        maxDropdownHeight={260}
        limit={200}
      />
      <Select
        label="Documentation type"
        {...select}
        data={DOCUMENTATION_TYPE_OPTIONS}
        {...form.field('documentation_type')}
        description={describeField('documentation_type', undefined, labelIn(DOCUMENTATION_TYPE_OPTIONS))}
      />
      <Select
        label="Language"
        {...select}
        data={withStoredValue(LANGUAGE_OPTIONS, values.language)}
        {...form.field('language')}
        description={describeField('language', undefined, labelIn(LANGUAGE_OPTIONS))}
        limit={200}
      />
      <Select
        label="Programming language"
        {...select}
        data={withStoredValue(PROGRAMMING_LANGUAGE_OPTIONS, values.programming_language)}
        {...form.field('programming_language')}
        description={describeField('programming_language', undefined, labelIn(PROGRAMMING_LANGUAGE_OPTIONS))}
      />
      <Select
        label="Privacy"
        {...select}
        data={PRIVACY_OPTIONS}
        description={describeField(
          'privacy_level',
          'Private: only maintainers can see it.',
          labelIn(PRIVACY_OPTIONS),
        )}
        {...form.field('privacy_level')}
      />
      <Select
        label="Addresses"
        {...select}
        data={SCHEME_OPTIONS}
        description={describeField(
          'versioning_scheme',
          'What the address of a page names.',
          labelIn(SCHEME_OPTIONS),
        )}
        {...form.field('versioning_scheme')}
      />
      <TextInput label="Analytics code" {...mono} {...text('analytics_code', 'Optional.')} />
      <Switch
        label="No analytics"
        description={describeField('analytics_disabled', 'Readers of this documentation are not counted.')}
        checked={values.analytics_disabled === true}
        onChange={(event) => form.change({ analytics_disabled: event.currentTarget.checked })}
      />
      <Switch
        label="Version warning"
        description={describeField(
          'show_version_warning',
          'Readers of an old version see a note that there is a newer one.',
        )}
        checked={values.show_version_warning}
        onChange={(event) => form.change({ show_version_warning: event.currentTarget.checked })}
      />
    </>
  );
}

/** Fields whose value is text. */
type TextField = {
  [Field in SettingsField]: SettingsValues[Field] extends string ? Field : never;
}[SettingsField];

function labelIn(choices: readonly { value: string; label: string }[]) {
  return (code: string) => choices.find(({ value }) => value === code)?.label ?? code;
}

/** Adds a stored code that is not in the list. */
function withStoredValue(choices: readonly { value: string; label: string }[], code: string) {
  return choices.some(({ value }) => value === code)
    ? [...choices]
    : [...choices, { value: code, label: code }];
}

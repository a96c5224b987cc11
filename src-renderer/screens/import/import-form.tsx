import { Autocomplete, Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { IconHammer, IconLock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { versionSlug } from '../../../src-server/model/base/slug.ts';
import {
  LANGUAGES,
  type NamedCode,
  PROGRAMMING_LANGUAGES,
} from '../../../src-server/model/projects/languages.ts';
import { countOf } from '../../ui/time-words.ts';
import { AllowBuilds } from './allow-builds.tsx';
import classes from './import.module.css';
import type { ImportValues } from './import-draft.ts';
import type { Found } from './use-inspection.ts';

const choicesOf = (list: readonly NamedCode[]) =>
  list.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
const LANGUAGE_CHOICES = choicesOf(LANGUAGES);
const PROGRAMMING_CHOICES = choicesOf(PROGRAMMING_LANGUAGES);

type Props = {
  readonly form: Pick<ReturnType<typeof useForm<ImportValues>>, 'values' | 'errors' | 'getInputProps'>;
  readonly found: Found | undefined;
  readonly slug: string;
  /** Where the repository lies. */
  readonly url: string;
  readonly taken: { readonly slug: string; readonly name: string | null } | null;
};

/** What the project is to be. */
export function ImportForm({ form, found, slug, taken, url }: Props) {
  const { values } = form;
  const guess = found?.files?.language;
  const versions = useMemo(
    () => [
      ...new Set([
        'latest',
        ...(found?.stable ? ['stable'] : []),
        ...(found?.tags.names ?? []).map(versionSlug),
      ]),
    ],
    [found],
  );
  return (
    <section className={classes.form} aria-label="The project">
      <div className={classes.fields}>
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={63}
          {...form.getInputProps('name')}
          error={taken ? <Taken {...taken} /> : form.errors.name}
        />
        <TextInput
          label="Slug"
          description="Made from the name. It stays when you rename."
          readOnly
          value={slug}
          classNames={{ input: classes.mono }}
          leftSection={<IconLock size={14} stroke={1.75} aria-hidden />}
        />
        <Select
          size="xs"
          label="Language"
          data={LANGUAGE_CHOICES}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such language"
          {...form.getInputProps('language')}
        />
        <Select
          size="xs"
          label="Programming language"
          data={PROGRAMMING_CHOICES}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such language"
          description={
            guess && guess.code === values.programmingLanguage ? `Guessed from ${guess.because}.` : undefined
          }
          {...form.getInputProps('programmingLanguage')}
        />
        <Autocomplete
          size="xs"
          label="Default branch"
          description={values.defaultBranch === '' ? "The repository's own, unless you name one." : undefined}
          data={found?.branches.names ?? []}
          maxLength={255}
          classNames={{ input: classes.mono }}
          {...form.getInputProps('defaultBranch')}
        />
        <Autocomplete
          size="xs"
          label="Default version"
          data={versions}
          limit={60}
          maxLength={255}
          classNames={{ input: classes.mono }}
          {...form.getInputProps('defaultVersion')}
        />
        <TextInput
          label={<Optional words="Homepage" />}
          placeholder="https://"
          maxLength={200}
          {...form.getInputProps('homepage')}
        />
        <TagsInput size="xs" label={<Optional words="Tags" />} clearable {...form.getInputProps('tags')} />
      </div>
      <After form={form} found={found} />
      <AllowBuilds form={form} slug={slug} url={url} />
    </section>
  );
}

function Optional({ words }: { readonly words: string }) {
  return (
    <>
      {words} <span className={classes.optional}>optional</span>
    </>
  );
}

function Taken({ slug, name }: { readonly slug: string; readonly name: string | null }) {
  return (
    <>
      <span className="mono">{slug}</span> is taken. Rename it
      {name !== null && (
        <>
          , or{' '}
          <Link href={`/projects/${slug}`} className={classes.link}>
            open {name}
          </Link>
        </>
      )}
      .
    </>
  );
}

function After({ form, found }: Pick<Props, 'form' | 'found'>) {
  const pages = found?.files?.docs?.pages ?? 0;
  const hasStable = found != null && found.stable !== null;
  const tags = found?.tags.count ?? 0;
  return (
    <fieldset className={classes.after}>
      <legend className={classes.legend}>After the import</legend>
      <p className={classes.fact}>
        <IconHammer size={14} stroke={1.75} aria-hidden />
        <span>
          <span className="mono">latest</span>
          {hasStable && (
            <>
              {' '}
              and <span className="mono">stable</span>
            </>
          )}{' '}
          {hasStable ? 'are' : 'is'} queued for a build
        </span>
        {pages > 0 && (
          <span className="meta">
            about {minutes(pages * (hasStable ? 2 : 1))}, judging by {countOf(pages, 'page')}
          </span>
        )}
      </p>
      {tags > 0 ? (
        <Checkbox
          label={
            <>
              Activate {tags === 1 ? 'the tag' : `all ${tags.toLocaleString('en-GB')} tags`}{' '}
              <span className="meta">each is built; you can do this later with a pattern</span>
            </>
          }
          {...form.getInputProps('activateTags', { type: 'checkbox' })}
        />
      ) : (
        <p className="meta">Branches and tags become versions. You choose later which of them are active.</p>
      )}
    </fieldset>
  );
}

/** A guess: half a minute to prepare, and under a second a page. */
function minutes(pages: number): string {
  const whole = Math.max(1, Math.round((40 + pages * 0.6) / 60));
  return `${whole} min`;
}

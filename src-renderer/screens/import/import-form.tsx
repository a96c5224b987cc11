import { Autocomplete, Checkbox, Select, TagsInput, TextInput } from '@mantine/core';
import { IconHammer, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { versionSlug } from '../../../src-server/model/base/slug.ts';
import {
  LANGUAGES,
  type NamedCode,
  PROGRAMMING_LANGUAGES,
} from '../../../src-server/model/projects/languages/languages.ts';
import { desk } from '../../api/desk.ts';
import { formatCount, pluralize } from '../../ui/format.ts';
import { AllowBuilds } from './allow-builds.tsx';
import { BuildTools } from './build-tools.tsx';
import classes from './import.module.css';
import type { ImportFormState } from './import-values.ts';
import type { InspectionResult } from './use-inspection.ts';

const toOptions = (list: readonly NamedCode[]) =>
  list.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
const LANGUAGE_OPTIONS = toOptions(LANGUAGES);
const PROGRAMMING_LANGUAGE_OPTIONS = toOptions(PROGRAMMING_LANGUAGES);

type Props = {
  readonly form: ImportFormState;
  /** What is typed, as git takes it. */
  readonly address: string;
  /** Whether the project can be imported: it was inspected, or need not be. */
  readonly isReady: boolean;
  readonly result: InspectionResult | undefined;
  readonly slug: string;
  readonly existingProject: { readonly slug: string; readonly name: string | null } | null;
};

/** Edits the details of the new project. */
export function ImportForm({ form, address, isReady, result, slug, existingProject }: Props) {
  const { values } = form;
  const guess = result?.files?.language;
  const versions = useMemo(
    () => [
      ...new Set([
        'latest',
        ...(result?.stable ? ['stable'] : []),
        ...(result?.tags.names ?? []).map(versionSlug),
      ]),
    ],
    [result],
  );
  return (
    <section className={classes.form} aria-label="The project">
      <div className={classes.fields}>
        <TextInput
          label="Name"
          autoComplete="off"
          maxLength={63}
          {...form.field('name')}
          error={existingProject ? <NameTakenError {...existingProject} /> : form.errorOf('name')}
        />
        <TextInput
          label="Slug"
          description="Derived from the name. It does not change when you rename the project."
          readOnly
          value={slug}
          classNames={{ input: classes.mono }}
          leftSection={<IconLock size={14} stroke={1.75} aria-hidden />}
        />
      </div>
      <AllowBuilds form={form} address={address} slug={slug} />
      {isReady && <BuildTools form={form} result={result} />}
      <AfterImport form={form} result={result} />
      <fieldset className={classes.fieldset}>
        <legend className={classes.legend}>Details</legend>
        <div className={classes.fields}>
          <Select
            size="xs"
            label="Language"
            data={LANGUAGE_OPTIONS}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No such language"
            {...form.field('language')}
          />
          <Select
            size="xs"
            label="Programming language"
            data={PROGRAMMING_LANGUAGE_OPTIONS}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No such language"
            description={
              guess && guess.code === values.programmingLanguage ? `Guessed from ${guess.reason}.` : undefined
            }
            {...form.field('programmingLanguage')}
          />
          <Autocomplete
            size="xs"
            label="Default branch"
            description={values.defaultBranch === '' ? "Empty: the repository's default branch." : undefined}
            data={result?.branches.names ?? []}
            maxLength={255}
            classNames={{ input: classes.mono }}
            {...form.field('defaultBranch')}
          />
          <Autocomplete
            size="xs"
            label="Default version"
            data={versions}
            limit={60}
            maxLength={255}
            classNames={{ input: classes.mono }}
            {...form.field('defaultVersion')}
          />
          <TextInput
            label={<Optional label="Homepage" />}
            placeholder="https://"
            maxLength={200}
            {...form.field('homepage')}
          />
          <TagsInput size="xs" label={<Optional label="Tags" />} clearable {...form.field('tags')} />
        </div>
      </fieldset>
    </section>
  );
}

function Optional({ label }: { readonly label: string }) {
  return (
    <>
      {label} <span className={classes.optional}>optional</span>
    </>
  );
}

function NameTakenError({ slug, name }: { readonly slug: string; readonly name: string | null }) {
  return (
    <>
      <span className="mono">{slug}</span> is taken. Choose another name
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

function AfterImport({ form, result }: Pick<Props, 'form' | 'result'>) {
  const { data: system } = useQuery(desk.system.state.queryOptions());
  // Without a runner, builds wait until there is one.
  const willBuild =
    form.values.allowBuilds || system?.builds.trustAll === true || system?.builds.run === false;
  const pages = result?.files?.docs?.pages ?? 0;
  const hasStable = result != null && result.stable !== null;
  const tags = result?.tags.count ?? 0;
  return (
    <fieldset className={classes.fieldset}>
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
          {hasStable ? 'are' : 'is'} {willBuild ? 'queued for a build' : 'built once you allow it'}
        </span>
        {pages > 0 && (
          <span className="meta">
            about {formatMinutes(pages * (hasStable ? 2 : 1))}, for {pluralize(pages, 'page')}
          </span>
        )}
      </p>
      {tags > 0 ? (
        <Checkbox
          label={
            <>
              Activate {tags === 1 ? 'the tag' : `all ${formatCount(tags)} tags`}
              <span className="meta">
                {willBuild && (tags === 1 ? ' and build it' : ' and build each of them')}. You can also do
                this later with a pattern.
              </span>
            </>
          }
          checked={form.values.activateTags}
          onChange={(event) => form.change({ activateTags: event.currentTarget.checked })}
        />
      ) : (
        <p className="meta">Branches and tags become versions. You choose later which of them are active.</p>
      )}
    </fieldset>
  );
}

/** Estimates 40 s of preparation and 0.6 s per page. */
function formatMinutes(pages: number): string {
  const whole = Math.max(1, Math.round((40 + pages * 0.6) / 60));
  return `${whole} min`;
}

import { Button, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ProjectDetailsBody, SINGLE_VERSION } from '../../../../src-server/model/projects/project.ts';
import { desk, deskClient, queryClient } from '../../../api/desk.ts';
import { notifyError } from '../../../ui/feedback/notify.tsx';
import { FormFooter, ScreenBody } from '../../../ui/feedback/screen.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { pluralize } from '../../../ui/format.ts';
import { SectionedBody } from '../../../ui/sections/sectioned-body.tsx';
import { ProjectFrame } from '../project-frame.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { BuildWith } from './build-with.tsx';
import { DangerZone } from './danger-zone.tsx';
import { People } from './people.tsx';
import { Permission } from './permission.tsx';
import { PlayedBuilds } from './played-builds.tsx';
import { PullRequestBuilds } from './pull-request-builds.tsx';
import classes from './settings.module.css';
import { SettingsFields } from './settings-fields.tsx';
import {
  conflictingChanges,
  draftAfterSave,
  editDraft,
  NO_DRAFT,
  type ProjectDetails,
  type SettingsDraft,
  type SettingsValues,
  savedFieldsOf,
  settingsBody,
  toSettingsValues,
  unsavedChanges,
  useSettingsDrafts,
} from './settings-values.ts';
import { useFieldDescriptions } from './use-field-descriptions.tsx';

/** Edits the settings of a project. */
export function ProjectSettingsScreen({ slug }: { readonly slug: string }) {
  const { data } = useQuery(desk.project.details.queryOptions({ slug }));
  const draft = useSettingsDrafts(({ drafts }) => drafts[slug]) ?? NO_DRAFT;
  const path = `/api/v3/projects/${slug}/`;
  const calls = [
    { path, label: 'Read the settings' },
    {
      method: 'PATCH' as const,
      path,
      body: publicBody(data ? unsavedChanges(draft, toSettingsValues(data)) : {}),
      label: 'Save what is changed',
    },
  ];
  return (
    <ProjectFrame slug={slug} tab="settings" calls={calls}>
      {data ? (
        <SettingsForm key={data.slug} details={data} draft={draft} />
      ) : (
        <ScreenBody narrow>
          <Skeleton height={320} radius="lg" animate={false} aria-label="Loading" />
        </ScreenBody>
      )}
    </ProjectFrame>
  );
}

type Props = { readonly details: ProjectDetails; readonly draft: SettingsDraft };

function SettingsForm({ details, draft }: Props) {
  const { slug } = details;
  const setDraft = useSettingsDrafts((state) => state.setDraft);
  const saved = toSettingsValues(details);
  const changes = unsavedChanges(draft, saved);
  const changeCount = Object.keys(changes).length;
  const conflicts = conflictingChanges(draft, saved);
  const conflictCount = Object.keys(conflicts).length;
  const form = useForm({
    draft: {
      values: { ...saved, ...changes },
      setValues: (next) => setDraft(slug, editDraft(latestDraft(slug), saved, next)),
    },
    schema: ProjectDetailsBody,
    toBody: () => settingsBody(changes),
    showErrors: 'always',
    async save() {
      const changed = await deskClient.project.update.mutate({
        slug,
        body: settingsBody(changes),
        expected: settingsBody(savedFieldsOf(changes, saved)),
      });
      // Fetched first, so that our own changes do not look like conflicts.
      await queryClient.invalidateQueries({ queryKey: desk.project.details.queryKey({ slug }) });
      setDraft(slug, draftAfterSave(latestDraft(slug), changes));
      return { ...changed, count: changeCount };
    },
    message: ({ count }) => `Saved ${pluralize(count, 'setting')} of ${slug}`,
    onRefused: notifyError,
  });
  const errorCount = Object.keys(form.errors).length;
  const describeField = useFieldDescriptions({
    slug,
    conflicts,
    acceptTheirs: (field) => form.change({ [field]: saved[field] }),
  });

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (changeCount > 0) form.submit();
  }
  const discard = () => {
    setDraft(slug, NO_DRAFT);
    form.clearErrors();
  };
  useHotkeys([['mod+S', () => submit()]], []);

  return (
    <>
      <SectionedBody>
        <div className={classes.columns}>
          <form ref={form.ref} id="settings" className={classes.form} onSubmit={submit} noValidate>
            <SettingsFields
              form={form}
              activeVersions={details.activeVersions}
              describeField={describeField}
            />
            <BuildWith form={form} describeField={describeField} />
            <PullRequestBuilds form={form} describeField={describeField} />
          </form>
          <div className={classes.atOnce}>
            {details.script === null && (
              <Permission slug={slug} trust={details.trust} recordReason={details.recordReason} />
            )}
            <PlayedBuilds slug={slug} script={details.script} />
            <People slug={slug} people={details.people} />
            <Webhooks slug={slug} />
            <DangerZone slug={slug} />
          </div>
        </div>
      </SectionedBody>
      <FormFooter>
        <Button type="submit" form="settings" aria-disabled={changeCount === 0} loading={form.isBusy}>
          Save changes
        </Button>
        <Button variant="default" aria-disabled={changeCount === 0} onClick={discard}>
          Discard
        </Button>
        <span
          role="status"
          className={errorCount > 0 ? classes.invalid : conflictCount > 0 ? classes.conflicted : 'meta'}
        >
          {errorCount > 0
            ? `${pluralize(errorCount, 'field')} to fix`
            : formatChangeCount(changeCount, conflictCount)}
        </span>
      </FormFooter>
    </>
  );
}

const latestDraft = (slug: string) => useSettingsDrafts.getState().drafts[slug] ?? NO_DRAFT;

/** Counts the unsaved changes and the conflicting ones. */
function formatChangeCount(changeCount: number, conflictCount: number): string {
  if (changeCount === 0) return 'No changes';
  if (conflictCount === 0) return `${changeCount} changed`;
  return `${changeCount} changed, ${conflictCount} of them also changed elsewhere. Saving overwrites those changes.`;
}

/** The unsaved fields that the public API accepts too. */
function publicBody(fields: Partial<SettingsValues>): object {
  const {
    description: _1,
    tags: _2,
    privacy_level: _3,
    documentation_type: _4,
    build_tools: _5,
    pull_request_builds: _6,
    readthedocs_yaml_path: _7,
    external_builds_privacy_level: _8,
    analytics_disabled: _9,
    versioning_scheme: scheme,
    ...rest
  } = settingsBody(fields);
  return { ...rest, ...(scheme !== undefined && { single_version: scheme === SINGLE_VERSION }) };
}

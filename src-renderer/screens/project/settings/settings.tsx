import { Button, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ProjectDetailsBody } from '../../../../src-server/model/projects/project.ts';
import { desk, fieldErrors, queryClient } from '../../../api/desk.ts';
import { FormFoot, Scroll } from '../../../ui/feedback/screen.tsx';
import { tellDone, tellProblem } from '../../../ui/feedback/tell.tsx';
import { schemaErrors } from '../../../ui/form/schema-errors.ts';
import { countOf } from '../../../ui/time-words.ts';
import { ProjectFrame } from '../project-frame.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { BuildWith } from './build-with.tsx';
import { useBelowField } from './changed-elsewhere.tsx';
import { DangerZone } from './danger-zone.tsx';
import { People } from './people.tsx';
import { Permission } from './permission.tsx';
import classes from './settings.module.css';
import { SettingsFields } from './settings-fields.tsx';
import {
  changedDraft,
  changedElsewhere,
  leftToSave,
  NO_DRAFT,
  type ProjectDetails,
  type SettingsDraft,
  type SettingsField,
  type SettingsValues,
  seenOf,
  settingsBody,
  settingsFields,
  unsaved,
  useSettingsDrafts,
  withoutField,
} from './settings-values.ts';

/** The settings of a project. */
export function ProjectSettingsScreen({ slug }: { readonly slug: string }) {
  const { data } = useQuery(desk.project.details.queryOptions({ slug }));
  const draft = useSettingsDrafts(({ drafts }) => drafts[slug]) ?? NO_DRAFT;
  const path = `/api/v3/projects/${slug}/`;
  const calls = [
    { path, label: 'Read the settings' },
    {
      method: 'PATCH' as const,
      path,
      body: publicBody(data ? unsaved(draft, settingsFields(data)) : {}),
      label: 'Save what is changed',
    },
  ];
  return (
    <ProjectFrame slug={slug} tab="settings" calls={calls}>
      {data ? (
        <SettingsForm key={data.slug} details={data} draft={draft} />
      ) : (
        <Scroll narrow>
          <Skeleton height={320} radius="lg" animate={false} aria-label="Reading" />
        </Scroll>
      )}
    </ProjectFrame>
  );
}

type Props = { readonly details: ProjectDetails; readonly draft: SettingsDraft };

function SettingsForm({ details, draft }: Props) {
  const { slug } = details;
  const write = useSettingsDrafts((state) => state.write);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const saved = settingsFields(details);
  const open = unsaved(draft, saved);
  const values = { ...saved, ...open };
  const errors = { ...refusals, ...schemaErrors(ProjectDetailsBody, settingsBody(open)) };
  const wrong = Object.keys(errors).length;
  const changed = Object.keys(open).length;
  const elsewhere = changedElsewhere(draft, saved);
  const contested = Object.keys(elsewhere).length;
  const below = useBelowField({
    slug,
    elsewhere,
    take: (field) => touch(field, withoutField(draft, field)),
  });
  /** What is on its way. */
  const sent = useRef<Partial<SettingsValues>>({});
  const save = useMutation(
    desk.project.update.mutationOptions({
      async onSuccess() {
        const count = Object.keys(sent.current).length;
        setRefusals({});
        void tellDone(`Saved ${countOf(count, 'setting')} of ${slug}`);
        // With what is saved on the screen first, nothing of our own looks like a change made elsewhere.
        await queryClient.invalidateQueries({ queryKey: desk.project.details.queryKey({ slug }) });
        write(slug, leftToSave(useSettingsDrafts.getState().drafts[slug] ?? NO_DRAFT, sent.current));
      },
      onError(error) {
        const found = fieldErrors(error);
        setRefusals(found);
        if (Object.keys(found).length === 0) tellProblem(error);
        else goToError();
      },
    }),
  );

  function goToError(): void {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }
  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (changed === 0 || save.isPending) return;
    if (wrong > 0) goToError();
    else {
      sent.current = open;
      save.mutate({ slug, body: settingsBody(open), seen: settingsBody(seenOf(open, saved)) });
    }
  }
  const discard = () => {
    write(slug, NO_DRAFT);
    setRefusals({});
  };
  function touch(field: SettingsField, next: SettingsDraft): void {
    setRefusals(({ [field]: _, ...rest }) => rest);
    write(slug, next);
  }
  useHotkeys([['mod+S', () => submit()]], []);

  return (
    <>
      <Scroll narrow>
        <form ref={form} id="settings" className={classes.form} onSubmit={submit} noValidate>
          <SettingsFields
            values={values}
            errors={errors}
            activeVersions={details.activeVersions}
            below={below}
            change={(field, value) => touch(field, changedDraft(draft, saved, field, value))}
          />
          <BuildWith
            value={values.build_tools}
            below={below}
            change={(value) => touch('build_tools', changedDraft(draft, saved, 'build_tools', value))}
          />
        </form>
        <Permission slug={slug} trust={details.trust} />
        <People slug={slug} people={details.people} />
        <Webhooks slug={slug} />
        <DangerZone slug={slug} />
      </Scroll>
      <FormFoot>
        <Button type="submit" form="settings" aria-disabled={changed === 0} loading={save.isPending}>
          Save changes
        </Button>
        <Button variant="default" aria-disabled={changed === 0} onClick={discard}>
          Discard
        </Button>
        <span
          role="status"
          className={wrong > 0 ? classes.wrong : contested > 0 ? classes.contested : 'meta'}
        >
          {wrong > 0 ? `${countOf(wrong, 'field')} to fix` : changedWords(changed, contested)}
        </span>
      </FormFoot>
    </>
  );
}

/** What there is to save, and how much of it others have changed meanwhile. */
function changedWords(changed: number, contested: number): string {
  if (changed === 0) return 'Nothing changed';
  if (contested === 0) return `${changed} changed`;
  return `${changed} changed, ${contested} of them elsewhere too. Saving replaces what others wrote there.`;
}

/** Of unsaved fields, what the public API takes as well. */
function publicBody(fields: Partial<SettingsValues>): object {
  const {
    description: _1,
    tags: _2,
    privacy_level: _3,
    documentation_type: _4,
    build_tools: _5,
    ...rest
  } = settingsBody(fields);
  return rest;
}

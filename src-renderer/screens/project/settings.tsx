import { Button, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ProjectDetailsBody } from '../../../src-server/model/project.ts';
import { schemaErrors } from '../../components/schema-errors.ts';
import { FormFoot, Scroll } from '../../components/screen.tsx';
import { tellDone, tellProblem } from '../../components/tell.tsx';
import { countOf } from '../../components/time-words.ts';
import { desk, fieldErrors } from '../../desk.ts';
import { BuildWith } from './build-with.tsx';
import { DangerZone } from './danger-zone.tsx';
import { People } from './people.tsx';
import { Permission } from './permission.tsx';
import { ProjectFrame } from './project-frame.tsx';
import classes from './settings.module.css';
import { SettingsFields } from './settings-fields.tsx';
import {
  changedDraft,
  type ProjectDetails,
  type SettingsValues,
  settingsBody,
  settingsFields,
  useSettingsDrafts,
} from './settings-values.ts';
import { Webhooks } from './webhooks.tsx';

const NOTHING: Partial<SettingsValues> = {};

/** The settings of a project. */
export function ProjectSettingsScreen({ slug }: { readonly slug: string }) {
  const { data } = useQuery(desk.project.details.queryOptions({ slug }));
  const draft = useSettingsDrafts(({ drafts }) => drafts[slug]) ?? NOTHING;
  const path = `/api/v3/projects/${slug}/`;
  const calls = [
    { path, label: 'Read the settings' },
    { method: 'PATCH' as const, path, body: publicBody(draft), label: 'Save what is changed' },
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

type Props = { readonly details: ProjectDetails; readonly draft: Partial<SettingsValues> };

function SettingsForm({ details, draft }: Props) {
  const { slug } = details;
  const write = useSettingsDrafts((state) => state.write);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const saved = settingsFields(details);
  const errors = { ...refusals, ...schemaErrors(ProjectDetailsBody, settingsBody(draft)) };
  const wrong = Object.keys(errors).length;
  const changed = Object.keys(draft).length;
  const save = useMutation(
    desk.project.update.mutationOptions({
      onSuccess() {
        write(slug, NOTHING);
        setRefusals({});
        void tellDone(`Saved ${changed === 1 ? '1 setting' : `${changed} settings`} of ${slug}`);
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
    else save.mutate({ slug, body: settingsBody(draft) });
  }
  const discard = () => {
    write(slug, NOTHING);
    setRefusals({});
  };
  useHotkeys([['mod+S', () => submit()]], []);

  return (
    <>
      <Scroll narrow>
        <form ref={form} id="settings" className={classes.form} onSubmit={submit} noValidate>
          <SettingsFields
            values={{ ...saved, ...draft }}
            errors={errors}
            activeVersions={details.activeVersions}
            change={(field, value) => {
              setRefusals(({ [field]: _, ...rest }) => rest);
              write(slug, changedDraft(draft, saved, field, value));
            }}
          />
          <BuildWith
            value={{ ...saved, ...draft }.build_tools}
            change={(value) => {
              setRefusals(({ build_tools: _, ...rest }) => rest);
              write(slug, changedDraft(draft, saved, 'build_tools', value));
            }}
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
        <span role="status" className={wrong > 0 ? classes.wrong : 'meta'}>
          {wrong > 0
            ? `${countOf(wrong, 'field')} to fix`
            : changed === 0
              ? 'Nothing changed'
              : `${changed} changed`}
        </span>
      </FormFoot>
    </>
  );
}

/** Of a draft, what the public API takes as well. */
function publicBody(draft: Partial<SettingsValues>): object {
  const {
    description: _1,
    tags: _2,
    privacy_level: _3,
    documentation_type: _4,
    build_tools: _5,
    ...rest
  } = settingsBody(draft);
  return rest;
}

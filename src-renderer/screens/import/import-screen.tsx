import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ProjectImportBody } from '../../../src-server/model/projects/project-import.ts';
import { localAddress } from '../../../src-server/model/projects/repository/repository-url.ts';
import { desk, deskClient, problemOf } from '../../api/desk.ts';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { notifyError } from '../../ui/feedback/notify.tsx';
import { FormFooter, Screen } from '../../ui/feedback/screen.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { pluralize } from '../../ui/format.ts';
import { NotAllowedYet } from './allow-builds.tsx';
import { adviseTools } from './build-tools.tsx';
import classes from './import.module.css';
import { EMPTY_VALUES, type ImportGuesses, useImportDraft } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import {
  applyGuesses,
  BODY_NAMES,
  explainAddress,
  guessValues,
  importBody,
  urlError,
} from './import-values.ts';
import { InspectionPanel } from './inspection-panel.tsx';
import { SourceBar } from './source-bar.tsx';
import { useInspection } from './use-inspection.ts';

const DEBOUNCE_MS = 150;

/** Imports a project after its repository is inspected. */
export function ImportScreen() {
  const draft = useImportDraft();
  const { url } = draft;
  const { data: system } = useQuery(desk.system.state.queryOptions());
  const resolve = (typed: string) => localAddress(typed, system?.homeFolder ?? '');
  const address = resolve(url);
  const { inspection, inspect, cancel } = useInspection();
  const [isSkipped, setSkipped] = useState(false);
  const isUnreadable = inspection.step === 'failed' && inspection.isUnreadable && !isSkipped;
  useEffect(() => useImportDraft.getState().update({ isUnreadable }), [isUnreadable]);
  const result = inspection.step === 'read' ? inspection.result : undefined;
  const form = useForm({
    draft: {
      values: { ...EMPTY_VALUES, ...draft.values, url },
      setValues: ({ url, ...values }) => draft.update({ url, values }),
    },
    schema: ProjectImportBody,
    toBody: (values) => importBody(values, resolve(values.url), result),
    schemaNames: BODY_NAMES,
    showErrors: 'left',
    async save(values) {
      const body = importBody(values, resolve(values.url), result);
      const build_tools = values.buildTools === '' ? await adviseTools(result) : values.buildTools;
      const create = (inspection: string | null) =>
        deskClient.import.create.mutate({ body: { ...body, build_tools }, inspection });
      try {
        return await create(result?.id ?? null);
      } catch (error) {
        // A server that was started since has forgotten what it read.
        const isForgotten = result !== undefined && problemOf(error).name === 'Conflict';
        const again = isForgotten ? await inspect(resolve(values.url)) : undefined;
        if (!again) throw error;
        return create(again.id);
      }
    },
    onSaved({ answer }) {
      draft.discard();
      navigate(`/projects/${answer.slug}`);
    },
    message: (_, { name }) => `Imported ${name}`,
    onRefused: notifyError,
  });
  const { values } = form;
  const [name] = useDebouncedValue(values.name, DEBOUNCE_MS);
  const { data: check, isPlaceholderData } = useQuery({
    ...desk.import.checkName.queryOptions({ name }),
    placeholderData: keepPreviousData,
  });
  const existingProject = name === values.name && !isPlaceholderData ? (check?.taken ?? null) : null;
  const trustsAll = system?.builds.trustAll === true;
  const failure =
    inspection.step === 'failed' && !isSkipped
      ? inspection.message
      : explainAddress(form.errorOf('url'), address);
  const errorCount = new Set([
    ...Object.keys(form.errors),
    ...(existingProject ? ['name'] : []),
    ...(failure === undefined ? [] : ['url']),
  ]).size;
  const isReady = result !== undefined || isSkipped;

  function changeSource(next: string): void {
    // The permission, the tools and the guesses belong to the previous URL.
    form.change({ url: next, allowBuilds: false, buildTools: '' });
    updateGuesses({});
    setSkipped(false);
    if (inspection.step !== 'none') cancel();
  }

  async function runInspection(typed: string): Promise<void> {
    form.showError('url');
    const source = resolve(typed);
    if (urlError(source) !== undefined) return;
    setSkipped(false);
    const inspected = await inspect(source);
    if (inspected) updateGuesses(guessValues(inspected, source));
  }

  function updateGuesses(guesses: ImportGuesses): void {
    const { values: current, guesses: last } = useImportDraft.getState();
    form.change(applyGuesses(current, last, guesses));
    draft.update({ guesses });
  }

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (isReady && !existingProject) form.submit();
  }

  const {
    name: projectName,
    repository,
    language,
    programming_language,
    homepage,
  } = importBody(values, address, result);
  const body = {
    name: projectName,
    repository,
    language,
    programming_language,
    ...(homepage !== '' && { homepage }),
  };
  return (
    <Screen
      title="Import project"
      breadcrumbs={[{ label: 'Projects', href: '/projects' }, { label: 'Import' }]}
      actions={
        <CopyCurl
          calls={[{ method: 'POST', path: '/api/v3/projects/', body, label: 'Import this project' }]}
        />
      }
    >
      <div className={classes.columns}>
        <form
          ref={form.ref}
          className={classes.left}
          aria-label="Import project"
          noValidate
          onSubmit={submit}
        >
          <SourceBar
            url={url}
            address={address}
            inspection={inspection}
            problem={failure}
            isSkipped={isSkipped}
            change={changeSource}
            inspect={(typed) => void runInspection(typed)}
            cancel={cancel}
            skipInspection={() => setSkipped(true)}
          />
          <ImportForm
            form={form}
            address={address}
            isReady={isReady}
            result={result}
            slug={check?.slug ?? ''}
            existingProject={existingProject}
          />
        </form>
        <InspectionPanel inspection={inspection} isSkipped={isSkipped} />
      </div>
      <FormFooter>
        {errorCount > 0 && (
          <Group component="span" display="inline-flex" gap={6} c="var(--failed)" role="status">
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
            {pluralize(errorCount, 'field')} to fix
          </Group>
        )}
        {!isReady && (
          <DisabledReason
            url={url}
            isReading={inspection.step === 'reading'}
            skipInspection={() => setSkipped(true)}
          />
        )}
        {isReady && <NotAllowedYet form={form} />}
        <span className="grow" />
        <Button
          variant="default"
          onClick={() => {
            cancel();
            draft.discard();
            navigate('/projects');
          }}
        >
          Cancel
        </Button>
        <Button onClick={() => submit()} aria-disabled={!isReady || errorCount > 0} loading={form.isBusy}>
          {values.allowBuilds || trustsAll ? 'Import and build' : 'Import'}
        </Button>
      </FormFooter>
    </Screen>
  );
}

type DisabledReasonProps = {
  readonly url: string;
  readonly isReading: boolean;
  readonly skipInspection: () => void;
};

/** Says why the project cannot be imported yet, and how to skip the inspection. */
function DisabledReason({ url, isReading, skipInspection }: DisabledReasonProps) {
  if (isReading) return <span className="dim">Reading the repository…</span>;
  if (url.trim() === '') return <span className="dim">Enter a URL or a folder first.</span>;
  return (
    <span className="dim">
      Inspect first, or{' '}
      <button type="button" className={classes.link} onClick={skipInspection}>
        import without inspecting
      </button>
      .
    </span>
  );
}

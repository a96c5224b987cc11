import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { notifyError, notifyUndoable } from '../../ui/feedback/notify.tsx';
import { FormFooter, Screen } from '../../ui/feedback/screen.tsx';
import { pluralize } from '../../ui/format.ts';
import classes from './import.module.css';
import { EMPTY_VALUES, type ImportGuesses, type ImportValues, useImportDraft } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { applyGuesses, formErrors, guessValues, importBody, importErrors } from './import-values.ts';
import { InspectionPanel } from './inspection-panel.tsx';
import { SourceBar } from './source-bar.tsx';
import { useInspection } from './use-inspection.ts';

const DEBOUNCE_MS = 150;

/** Imports a project after its repository is inspected. */
export function ImportScreen() {
  const draft = useImportDraft();
  const { kind, url } = draft;
  const { inspection, inspect, cancel } = useInspection();
  const [isSkipped, setSkipped] = useState(false);
  const [urlError, setUrlError] = useState<string>();
  const create = useMutation(desk.import.create.mutationOptions());
  const form = useForm<ImportValues>({
    initialValues: { ...EMPTY_VALUES, ...draft.values },
    validate: (values) => {
      const { url: _, ...errors } = importErrors(values, url);
      return errors;
    },
    validateInputOnBlur: true,
    onValuesChange: (values) => draft.update({ values }),
  });
  const { values } = form;
  const [name] = useDebouncedValue(values.name, DEBOUNCE_MS);
  const { data: check, isPlaceholderData } = useQuery({
    ...desk.import.checkName.queryOptions({ name }),
    placeholderData: keepPreviousData,
  });
  const existingProject = name === values.name && !isPlaceholderData ? (check?.taken ?? null) : null;
  const { data: system } = useQuery(desk.system.state.queryOptions());
  const trustsAll = system?.builds.trustAll === true;
  const result = inspection.step === 'read' ? inspection.result : undefined;
  const failure = inspection.step === 'failed' ? inspection.message : urlError;
  const errorCount =
    Object.keys(form.errors).length +
    (existingProject ? 1 : 0) +
    (failure !== undefined && !isSkipped ? 1 : 0);
  const isReady = result !== undefined || isSkipped;

  function changeSource(part: Partial<Pick<typeof draft, 'kind' | 'url'>>): void {
    draft.update(part);
    // The permission and the guesses belong to the previous URL.
    form.setFieldValue('allowBuilds', false);
    updateGuesses({});
    setUrlError(undefined);
    setSkipped(false);
    if (inspection.step !== 'none') cancel();
  }

  async function runInspection(address: string): Promise<void> {
    const urlProblem = importErrors({ ...EMPTY_VALUES, name: 'x' }, address).url;
    setUrlError(urlProblem);
    if (urlProblem !== undefined) return;
    setSkipped(false);
    const inspected = await inspect(address.trim());
    if (inspected) updateGuesses(guessValues(inspected, address));
  }

  function updateGuesses(guesses: ImportGuesses): void {
    form.setValues(applyGuesses(form.getValues(), useImportDraft.getState().guesses, guesses));
    draft.update({ guesses });
  }

  function submit(): void {
    if (!isReady || create.isPending) return;
    const wrong = importErrors(values, url);
    setUrlError(wrong.url);
    if (form.validate().hasErrors || wrong.url !== undefined || existingProject) return;
    const body = importBody(values, url, result);
    create.mutate(
      { body, inspection: result?.id ?? null },
      {
        onSuccess: (imported) => {
          draft.discard();
          notifyUndoable(`Imported ${values.name}`, imported);
          navigate(`/projects/${imported.answer.slug}`);
        },
        onError: (error) => {
          const { url: ofUrl, rest, ...errors } = formErrors(fieldErrors(error));
          form.setErrors(errors);
          setUrlError(ofUrl);
          if (rest !== undefined || problemOf(error).fields === undefined) notifyError(error);
        },
      },
    );
  }

  const {
    name: projectName,
    repository,
    language,
    programming_language,
    homepage,
  } = importBody(values, url, result);
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
          className={classes.left}
          aria-label="Import project"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <SourceBar
            kind={kind}
            url={url}
            inspection={inspection}
            problem={failure}
            isSkipped={isSkipped}
            change={changeSource}
            inspect={(address) => void runInspection(address)}
            cancel={cancel}
            skipInspection={() => setSkipped(true)}
          />
          <ImportForm
            form={form}
            result={result}
            slug={check?.slug ?? ''}
            existingProject={existingProject}
            url={url}
          />
        </form>
        <InspectionPanel inspection={inspection} isSkipped={isSkipped} />
      </div>
      <FormFooter>
        {errorCount > 0 && (
          <span className={classes.errorCount} role="status">
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
            {pluralize(errorCount, 'field')} to fix
          </span>
        )}
        {!isReady && (
          <DisabledReason
            url={url}
            isReading={inspection.step === 'reading'}
            skipInspection={() => setSkipped(true)}
          />
        )}
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
        <Button onClick={submit} aria-disabled={!isReady || errorCount > 0} loading={create.isPending}>
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

import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { desk, fieldErrors, problemOf } from '../../api/desk.ts';
import { CopyCurl } from '../../features/copy-as/copy-curl.tsx';
import { FormFoot, Screen } from '../../ui/feedback/screen.tsx';
import { tellDone, tellProblem } from '../../ui/feedback/tell.tsx';
import { countOf } from '../../ui/time-words.ts';
import { Findings } from './findings.tsx';
import classes from './import.module.css';
import { type ImportGuesses, type ImportValues, NO_VALUES, useImportDraft } from './import-draft.ts';
import { ImportForm } from './import-form.tsx';
import { formErrors, guessedAnew, guessesOf, importBody, importErrors } from './import-values.ts';
import { SourceBar } from './source-bar.tsx';
import { useInspection } from './use-inspection.ts';

const SETTLED_MS = 150;

/** Imports a project, after a look at what its repository holds. */
export function ImportScreen() {
  const draft = useImportDraft();
  const { kind, url } = draft;
  const { inspection, inspect, cancel } = useInspection();
  const [isUnread, setUnread] = useState(false);
  const [urlError, setUrlError] = useState<string>();
  const create = useMutation(desk.import.create.mutationOptions());
  const form = useForm<ImportValues>({
    initialValues: { ...NO_VALUES, ...draft.values },
    validate: (values) => {
      const { url: _, ...errors } = importErrors(values, url);
      return errors;
    },
    validateInputOnBlur: true,
    onValuesChange: (values) => draft.keep({ values }),
  });
  const { values } = form;
  const [name] = useDebouncedValue(values.name, SETTLED_MS);
  const { data: check, isPlaceholderData } = useQuery({
    ...desk.import.checkName.queryOptions({ name }),
    placeholderData: keepPreviousData,
  });
  const taken = name === values.name && !isPlaceholderData ? (check?.taken ?? null) : null;
  const { data: system } = useQuery(desk.system.state.queryOptions());
  const trustsAll = system?.builds.trustAll === true;
  const found = inspection.step === 'read' ? inspection.found : undefined;
  const failure = inspection.step === 'failed' ? inspection.why : urlError;
  const toFix =
    Object.keys(form.errors).length + (taken ? 1 : 0) + (failure !== undefined && !isUnread ? 1 : 0);
  const isRead = found !== undefined || isUnread;

  function changeSource(part: Partial<Pick<typeof draft, 'kind' | 'url'>>): void {
    draft.keep(part);
    // What was allowed was allowed for the address that stood there, and what was guessed was guessed of it.
    form.setFieldValue('allowBuilds', false);
    guess({});
    setUrlError(undefined);
    setUnread(false);
    if (inspection.step !== 'none') cancel();
  }

  async function look(address: string): Promise<void> {
    const wrong = importErrors({ ...NO_VALUES, name: 'x' }, address).url;
    setUrlError(wrong);
    if (wrong !== undefined) return;
    setUnread(false);
    const holds = await inspect(address.trim());
    if (holds) guess(guessesOf(holds, address));
  }

  function guess(guesses: ImportGuesses): void {
    form.setValues(guessedAnew(form.getValues(), useImportDraft.getState().guesses, guesses));
    draft.keep({ guesses });
  }

  function submit(): void {
    if (!isRead || create.isPending) return;
    const wrong = importErrors(values, url);
    setUrlError(wrong.url);
    if (form.validate().hasErrors || wrong.url !== undefined || taken) return;
    const body = importBody(values, url, found);
    create.mutate(
      { body, inspection: found?.id ?? null },
      {
        onSuccess: ({ slug }) => {
          draft.drop();
          void tellDone(`Imported ${values.name}`);
          navigate(`/projects/${slug}`);
        },
        onError: (error) => {
          const { url: ofUrl, rest, ...errors } = formErrors(fieldErrors(error));
          form.setErrors(errors);
          setUrlError(ofUrl);
          if (rest !== undefined || problemOf(error).fields === undefined) tellProblem(error);
        },
      },
    );
  }

  const {
    name: called,
    repository,
    language,
    programming_language,
    homepage,
  } = importBody(values, url, found);
  const body = {
    name: called,
    repository,
    language,
    programming_language,
    ...(homepage !== '' && { homepage }),
  };
  return (
    <Screen
      title="Import project"
      trail={[{ label: 'Projects', href: '/projects' }, { label: 'Import' }]}
      actions={
        <CopyCurl
          calls={[{ method: 'POST', path: '/api/v3/projects/', body, label: 'Import this project' }]}
        />
      }
    >
      <div className={classes.halves}>
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
            isUnread={isUnread}
            change={changeSource}
            inspect={(address) => void look(address)}
            cancel={cancel}
            goUnread={() => setUnread(true)}
          />
          <ImportForm form={form} found={found} slug={check?.slug ?? ''} taken={taken} url={url} />
        </form>
        <Findings inspection={inspection} isUnread={isUnread} />
      </div>
      <FormFoot>
        {toFix > 0 && (
          <span className={classes.toFix} role="status">
            <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
            {countOf(toFix, 'field')} to fix
          </span>
        )}
        {!isRead && (
          <WhyNot url={url} isReading={inspection.step === 'reading'} goUnread={() => setUnread(true)} />
        )}
        <span className="grow" />
        <Button
          variant="default"
          onClick={() => {
            cancel();
            draft.drop();
            navigate('/projects');
          }}
        >
          Cancel
        </Button>
        <Button onClick={submit} aria-disabled={!isRead || toFix > 0} loading={create.isPending}>
          {values.allowBuilds || trustsAll ? 'Import and build' : 'Import'}
        </Button>
      </FormFoot>
    </Screen>
  );
}

type WhyNotProps = { readonly url: string; readonly isReading: boolean; readonly goUnread: () => void };

/** Why the button below does nothing yet, and the way around. */
function WhyNot({ url, isReading, goUnread }: WhyNotProps) {
  if (isReading) return <span className="dim">Reading the repository…</span>;
  if (url.trim() === '') return <span className="dim">Give an address or a folder first.</span>;
  return (
    <span className="dim">
      Inspect first, or{' '}
      <button type="button" className={classes.link} onClick={goUnread}>
        import without inspecting
      </button>
      .
    </span>
  );
}

import { Button, FileButton, Group, SegmentedControl, Textarea } from '@mantine/core';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  parseRedirectFile,
  type RedirectImportMode,
} from '../../../../src-server/model/redirects/redirect-file.ts';
import { deskClient } from '../../../api/desk.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { countChanges } from '../../../ui/dialog/bulk-report.tsx';
import { FormProblem } from '../../../ui/dialog/form-dialog.tsx';
import { usePreview } from '../../../ui/dialog/use-preview.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { pluralize } from '../../../ui/format.ts';
import type { RedirectView } from '../list/redirect-view.ts';
import classes from '../list/redirects.module.css';
import { importReport } from './import-report.ts';

type Props = {
  readonly slug: string;
  /** Redirects of the project. */
  readonly rules: readonly RedirectView[];
  readonly close: () => void;
};

const OUTCOME_LABELS = { add: 'Add', move: 'Move', remove: 'Remove', same: 'Unchanged' };
const MODES = [
  { value: 'add', label: 'Add above the others' },
  { value: 'replace', label: 'Replace all' },
] as const satisfies readonly { value: RedirectImportMode; label: string }[];
const INITIAL_VALUES: { readonly text: string; readonly mode: RedirectImportMode } = {
  text: '',
  mode: 'add',
};
/** Above the size of 10,000 redirects with the longest URLs. */
const MAX_BYTES = 8_000_000;

/** Imports redirects from JSON or CSV in one change, after a preview of each. */
export function ImportRedirects({ slug, rules, close }: Props) {
  const [fileName, setFileName] = useState<string | null>(null);
  const [readError, setReadError] = useState('');
  const form = useForm({
    initialValues: INITIAL_VALUES,
    save: (values) =>
      deskClient.redirects.import.mutate({ slug, drafts: draftsIn(values.text), mode: values.mode }),
    onSaved: close,
    message: ({ answer }, values) =>
      savedMessage(values.mode, countChanges(importReport(answer.items, values.mode, rules))),
  });
  const { text, mode } = form.values;
  const hasText = text.trim() !== '';
  const file = useMemo(() => (text.trim() === '' ? undefined : parseRedirectFile(text)), [text]);
  const drafts = file && 'drafts' in file ? [...file.drafts] : undefined;
  const { report, problem, retry } = usePreview(
    async () => ({
      text,
      mode,
      ...(await deskClient.redirects.previewImport.query({ slug, drafts: drafts ?? [], mode })),
    }),
    [text, mode],
    drafts !== undefined,
  );
  const isCurrent = report?.text === text && report.mode === mode;
  const items = useMemo(
    () => (report ? importReport(report.items, report.mode, rules) : undefined),
    [report, rules],
  );

  async function chooseFile(chosen: File | null): Promise<void> {
    if (!chosen) return;
    setReadError('');
    if (chosen.size > MAX_BYTES) return setReadError(`${chosen.name} is larger than 8 MB.`);
    try {
      const chosenText = await chosen.text();
      form.change({ text: chosenText });
      setFileName(chosen.name);
    } catch {
      setReadError(`${chosen.name} cannot be read.`);
    }
  }

  const inputError = readError || (file && 'error' in file ? file.error : undefined);
  return (
    <BulkDialog
      title="Import redirects"
      close={close}
      items={drafts ? items : undefined}
      outcomeLabels={OUTCOME_LABELS}
      noun="redirect"
      verb={mode === 'add' ? 'will be added' : 'will be added, moved or removed'}
      confirmLabel={(count) =>
        mode === 'add' && count > 0 ? `Import ${pluralize(count, 'redirect')}` : submitLabel(mode)
      }
      disabledReason={disabledReason(hasText, inputError, isCurrent)}
      danger={mode === 'replace'}
      form={form}
      previewError={problem}
      retryPreview={retry}
    >
      <Group gap="sm" mb="md">
        <SegmentedControl
          aria-label="Import mode"
          value={mode}
          onChange={(value) => form.change({ mode: value === 'replace' ? 'replace' : 'add' })}
          data={[...MODES]}
        />
        <FileButton
          accept=".json,.csv,application/json,text/csv"
          onChange={(chosen) => void chooseFile(chosen)}
          inputProps={{ 'aria-label': 'Redirects file' }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              ml="auto"
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              Choose a file…
            </Button>
          )}
        </FileButton>
      </Group>
      {fileName === null ? (
        <Textarea
          label="JSON or CSV"
          classNames={{ input: `mono ${classes.pasted}` }}
          placeholder={'type,from_url,to_url\npage,/install.html,/guides/install.html'}
          description="A list as the API returns it, or a table with the columns type, from_url and to_url. The first row is tried first."
          error={inputError}
          rows={6}
          value={text}
          onChange={(event) => {
            setReadError('');
            form.change({ text: event.currentTarget.value });
          }}
          spellCheck={false}
          data-autofocus
        />
      ) : (
        <div className={classes.file}>
          <IconFileText size={16} stroke={1.75} aria-hidden />
          <span className="truncate" title={fileName}>
            {fileName}
          </span>
          {drafts && <span className="dimmer">{pluralize(drafts.length, 'redirect')}</span>}
          <Button
            variant="default"
            size="compact-xs"
            ml="auto"
            onClick={() => {
              setFileName(null);
              form.change({ text: '' });
              setReadError('');
            }}
          >
            Choose another file
          </Button>
        </div>
      )}
      {fileName !== null && inputError && <FormProblem>{inputError}</FormProblem>}
    </BulkDialog>
  );
}

function draftsIn(text: string) {
  const file = parseRedirectFile(text);
  return 'drafts' in file ? [...file.drafts] : [];
}

function savedMessage(mode: RedirectImportMode, count: number): string {
  if (count === 0) return 'No changes';
  return mode === 'add' ? `Imported ${pluralize(count, 'redirect')}` : 'Replaced the redirects';
}

function submitLabel(mode: RedirectImportMode): string {
  return mode === 'replace' ? 'Replace redirects' : 'Import redirects';
}

function disabledReason(
  hasText: boolean,
  inputError: string | undefined,
  isCurrent: boolean,
): string | undefined {
  if (!hasText) return 'Choose a file or paste its text first.';
  if (inputError) return 'There is nothing to import.';
  return isCurrent ? undefined : 'Loading the preview…';
}

import { Button, FileButton, SegmentedControl, Textarea } from '@mantine/core';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type RedirectImportMode,
  readRedirectFile,
} from '../../../../src-server/model/redirects/redirect-file.ts';
import { desk, deskClient, problemOf } from '../../../api/desk.ts';
import { changing } from '../../../ui/dialog/bulk-report.tsx';
import { tell, tellDone } from '../../../ui/feedback/tell.tsx';
import { countOf } from '../../../ui/time-words.ts';
import { BulkDialog } from '../../projects/bulk/bulk-dialog.tsx';
import { usePreview } from '../../projects/bulk/use-preview.ts';
import type { RedirectView } from '../list/redirect-view.ts';
import classes from '../list/redirects.module.css';
import { importReport } from './import-report.ts';

type Props = {
  readonly slug: string;
  /** Those that the project has. */
  readonly rules: readonly RedirectView[];
  readonly close: () => void;
};

const WORDS = { add: 'Add', move: 'Moves', remove: 'Remove', same: 'Unchanged' };
const MODES = [
  { value: 'add', label: 'Add above the others' },
  { value: 'replace', label: 'Replace all' },
] as const satisfies readonly { value: RedirectImportMode; label: string }[];
/** 10,000 redirects with the longest addresses take less. */
const MOST_BYTES = 8_000_000;

/** Takes redirects as JSON or CSV, shows what each of them would do, and sets them in one change. */
export function ImportRedirects({ slug, rules, close }: Props) {
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string | null>(null);
  const [unread, setUnread] = useState('');
  const [mode, setMode] = useState<RedirectImportMode>('add');
  const isGiven = text.trim() !== '';
  const file = useMemo(() => (text.trim() === '' ? undefined : readRedirectFile(text)), [text]);
  const drafts = file && 'drafts' in file ? [...file.drafts] : undefined;
  const { report, problem } = usePreview(
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
  const bring = useMutation(
    desk.redirects.import.mutationOptions({
      onSuccess({ items: done }, { mode: how }) {
        close();
        const count = changing(importReport(done, how, rules));
        if (count === 0) tell('Nothing has changed');
        else
          void tellDone(how === 'add' ? `Imported ${countOf(count, 'redirect')}` : 'Replaced the redirects');
      },
    }),
  );
  const failed = bring.error ?? problem;

  async function choose(chosen: File | null): Promise<void> {
    if (!chosen) return;
    setUnread('');
    if (chosen.size > MOST_BYTES) return setUnread(`${chosen.name} is larger than 8 MB.`);
    try {
      setText(await chosen.text());
      setFileName(chosen.name);
    } catch {
      setUnread(`${chosen.name} cannot be read.`);
    }
  }

  const fault = unread || (file && 'error' in file ? file.error : undefined);
  return (
    <BulkDialog
      title="Import redirects"
      close={close}
      items={drafts ? items : undefined}
      words={WORDS}
      noun="redirect"
      verb={mode === 'add' ? 'will be added' : 'will be added, moved or removed'}
      act={(count) => (mode === 'add' && count > 0 ? `Import ${countOf(count, 'redirect')}` : actOf(mode))}
      notYet={whyNotYet(isGiven, fault, isCurrent)}
      danger={mode === 'replace'}
      busy={bring.isPending}
      problem={failed ? problemOf(failed).message : undefined}
      submit={() => drafts && bring.mutate({ slug, drafts, mode })}
    >
      <div className={classes.importTools}>
        <SegmentedControl
          aria-label="What is done with them"
          value={mode}
          onChange={(value) => setMode(value === 'replace' ? 'replace' : 'add')}
          data={[...MODES]}
        />
        <FileButton
          accept=".json,.csv,application/json,text/csv"
          onChange={(chosen) => void choose(chosen)}
          inputProps={{ 'aria-label': 'File of redirects' }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              className={classes.push}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              Choose a file…
            </Button>
          )}
        </FileButton>
      </div>
      {fileName === null ? (
        <Textarea
          label="JSON or CSV"
          classNames={{ input: `mono ${classes.pasted}` }}
          placeholder={'type,from_url,to_url\npage,/install.html,/guides/install.html'}
          description="A list as the API answers it, or a table with the columns type, from_url, to_url. The first is tried first."
          error={fault}
          rows={6}
          value={text}
          onChange={(event) => {
            setUnread('');
            bring.reset();
            setText(event.currentTarget.value);
          }}
          spellCheck={false}
          data-autofocus
        />
      ) : (
        <div className={classes.file}>
          <IconFileText size={16} stroke={1.75} aria-hidden />
          <span className="cut" title={fileName}>
            {fileName}
          </span>
          {drafts && <span className="dimmer">{countOf(drafts.length, 'redirect')}</span>}
          <Button
            variant="default"
            size="compact-xs"
            className={classes.push}
            onClick={() => {
              setFileName(null);
              setText('');
              setUnread('');
            }}
          >
            Take another
          </Button>
        </div>
      )}
      {fileName !== null && fault && (
        <p role="alert" className={classes.refusal}>
          {fault}
        </p>
      )}
    </BulkDialog>
  );
}

function actOf(mode: RedirectImportMode): string {
  return mode === 'replace' ? 'Replace redirects' : 'Import redirects';
}

function whyNotYet(isGiven: boolean, fault: string | undefined, isCurrent: boolean): string | undefined {
  if (!isGiven) return 'Choose a file or paste its text first.';
  if (fault) return 'There is nothing to import.';
  return isCurrent ? undefined : 'Reading them…';
}

import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { desk, deskClient, fieldErrors, problemOf } from '../../api/desk.ts';
import { changing, type ReportItem } from '../../ui/dialog/bulk-report.tsx';
import { tell, tellDone } from '../../ui/feedback/tell.tsx';
import { countOf } from '../../ui/time-words.ts';
import { BulkDialog } from '../projects/bulk/bulk-dialog.tsx';
import { usePreview } from '../projects/bulk/use-preview.ts';
import classes from './environment.module.css';
import { ignoredWords, type PastePreview } from './paste-words.ts';
import { RepeatedNames } from './repeated-names.tsx';
import { SecretArea } from './secret-area.tsx';

type Props = {
  readonly slug: string;
  /** Where values lie. */
  readonly place: string;
  readonly close: () => void;
};

const WORDS = { add: 'Add', replace: 'Replace', same: 'Unchanged' };

/** Takes the text of a `.env`, shows what each of its names would do, and sets them in one change. */
export function PasteEnv({ slug, place, close }: Props) {
  const [text, setText] = useState('');
  const [shown, setShown] = useState(false);
  const isGiven = text.trim() !== '';
  const { report, problem } = usePreview(
    async () => ({ text, ...(await deskClient.environment.previewPaste.query({ slug, text })) }),
    [text],
    isGiven,
  );
  const paste = useMutation(
    desk.environment.paste.mutationOptions({
      // What is sent is not to stay in a cache once the dialog is gone.
      gcTime: 0,
      onSuccess({ items }) {
        close();
        const count = changing(items);
        if (count === 0) tell('Nothing has changed');
        else void tellDone(`Set ${countOf(count, 'variable')}`);
      },
    }),
  );
  const failed = paste.error ?? problem;
  const ofText = failed ? fieldErrors(failed).text : undefined;
  // A preview that fails takes the one before it off the screen.
  const items = useMemo(() => report && markedItems(report), [report]);
  return (
    <BulkDialog
      title="Paste a .env"
      close={close}
      items={items}
      words={WORDS}
      noun="variable"
      verb="will be set"
      act={(count) => (count === 0 ? 'Set variables' : `Set ${countOf(count, 'variable')}`)}
      notYet={whyNotYet(isGiven, report, text)}
      busy={paste.isPending}
      problem={failed && ofText === undefined ? problemOf(failed).message : undefined}
      submit={() => paste.mutate({ slug, text })}
    >
      <SecretArea
        what="text"
        shown={shown}
        change={setShown}
        label="Text of the file"
        placeholder={'DATABASE_URL=postgres://…\nAPI_KEY="…"'}
        description={place}
        error={ofText}
        rows={7}
        value={text}
        write={(next) => {
          paste.reset();
          setText(next);
        }}
        autoFocus
      />
      {report && report.repeated.length > 0 && <RepeatedNames names={report.repeated} />}
      {report && report.ignoredLines.length > 0 && (
        <p className={classes.ignored}>{ignoredWords(report.ignoredLines)}</p>
      )}
    </BulkDialog>
  );
}

type Report = { readonly text: string; readonly items: readonly unknown[] } | undefined;

/** Why it cannot be set yet; what is on the screen has to be a preview of this very text. */
function whyNotYet(isGiven: boolean, report: Report, text: string): string | undefined {
  if (!isGiven) return 'Paste lines of NAME=value first.';
  if (report && report.text !== text) return 'Reading the lines…';
  return report?.items.length === 0 ? 'No line holds a variable.' : undefined;
}

/** The variables for the preview, marked where several lines give one its value; undefined when there are none. */
function markedItems({ items, repeated }: PastePreview): readonly ReportItem[] | undefined {
  if (items.length === 0) return undefined;
  const lineOf = new Map(repeated.map(({ name, line }) => [name, line]));
  return items.map((item) => {
    const line = lineOf.get(item.key);
    if (line === undefined || item.outcome === 'refused') return item;
    return { ...item, note: `${WORDS[item.outcome]}, as line ${line.toLocaleString('en-GB')} says` };
  });
}

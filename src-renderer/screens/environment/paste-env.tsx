import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changing } from '../../components/bulk-report.tsx';
import { tell, tellDone } from '../../components/tell.tsx';
import { countOf } from '../../components/time-words.ts';
import { desk, deskClient, fieldErrors, problemOf } from '../../desk.ts';
import { BulkDialog } from '../projects/bulk-dialog.tsx';
import { usePreview } from '../projects/use-preview.ts';
import classes from './environment.module.css';
import { SecretArea } from './secret-area.tsx';

type Props = {
  readonly slug: string;
  /** Where values lie. */
  readonly place: string;
  readonly close: () => void;
};

const WORDS = { add: 'Add', replace: 'Replace', same: 'Unchanged' };
const MOST_LINES = 12;

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
  const items = report && report.items.length > 0 ? report.items : undefined;
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

function ignoredWords(lines: readonly number[]): string {
  const named = lines.slice(0, MOST_LINES).map((line) => line.toLocaleString('en-GB'));
  const more = lines.length - named.length;
  const last = more > 0 ? `${more.toLocaleString('en-GB')} more` : (named.pop() ?? '');
  if (named.length === 0) return `Line ${last} holds no variable and is ignored.`;
  return `Lines ${named.join(', ')} and ${last} hold no variable and are ignored.`;
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { desk, problemOf } from '../../api/desk.ts';
import { askTrust } from '../../features/trust/ask-trust.ts';
import { changing, type ReportItem } from '../../ui/dialog/bulk-report.tsx';
import { tell, tellDone, tellProblem } from '../../ui/feedback/tell.tsx';
import { countOf } from '../../ui/time-words.ts';
import { BulkDialog } from '../projects/bulk/bulk-dialog.tsx';
import { RootWarning } from './root-warning.tsx';
import { ACTIVE_ANYWAY, type VersionsDialog } from './use-version-acts.ts';
import type { VersionBoardView } from './version-row.ts';

type Props = {
  readonly slug: string;
  /** All versions of the project; undefined until they are known. */
  readonly board: VersionBoardView | undefined;
  readonly dialog: VersionsDialog;
  readonly close: () => void;
  /** After it was done. */
  readonly done: () => void;
};

const KINDS = {
  activate: {
    title: 'Activate versions',
    says: 'Each gets a build, unless one of it is under way.',
    word: 'Turns on',
    act: 'Activate',
    past: 'Activated',
  },
  deactivate: {
    title: 'Deactivate versions',
    says: 'Their built pages are removed and readers find them no more. Activated again, they are built anew.',
    word: 'Turns off',
    act: 'Deactivate',
    past: 'Deactivated',
  },
  build: {
    title: 'Build versions',
    says: 'The builds go into the queue.',
    word: 'Is built',
    act: 'Build',
    past: 'Queued',
  },
} as const;

/** A change of many versions: what it does to each, then the act. */
export function ChangeVersions({ slug, board, dialog: { kind, versions }, close, done }: Props) {
  const words = KINDS[kind];
  const chosen = { slug, versions: [...versions] };
  const active = kind === 'activate';
  const isBuild = kind === 'build';
  const switches = useQuery(
    desk.versions.previewSwitch.queryOptions({ ...chosen, active }, { enabled: !isBuild }),
  );
  const builds = useQuery(desk.versions.previewBuilds.queryOptions(chosen, { enabled: isBuild }));
  const preview = isBuild ? builds : switches;
  const items: readonly ReportItem[] | undefined = isBuild
    ? builds.data?.items.map(({ version, ...item }) => ({ ...item, key: version, name: version }))
    : switches.data?.items;
  // The dialog makes way for the trust question, and is not there any more when the answer comes.
  const isAway = useRef(false);
  const ending = {
    onSuccess: ({ items: ended }: { readonly items: readonly ReportItem[] }) => {
      close();
      done();
      const count = changing(ended);
      // A build that was asked for stays in the history, so there is nothing to undo.
      if (isBuild) tell(`Queued ${countOf(count, 'build')}`);
      else void tellDone(`${words.past} ${countOf(count, 'version')}`);
    },
    onError: (refusal: unknown) => {
      if (isAway.current) tellProblem(refusal);
    },
  };
  const change = useMutation(desk.versions.switch.mutationOptions(ending));
  const build = useMutation(desk.versions.build.mutationOptions(ending));
  const error = change.error ?? build.error ?? preview.error;

  function submit(): void {
    const makeWay = () => {
      isAway.current = true;
      close();
    };
    if (kind === 'deactivate') change.mutate({ ...chosen, active });
    else if (kind === 'activate')
      askTrust([slug], ACTIVE_ANYWAY, makeWay).then(() => change.mutate({ ...chosen, active }), tellProblem);
    else askTrust([slug], undefined, makeWay).then((may) => may && build.mutate(chosen), tellProblem);
  }

  return (
    <BulkDialog
      title={words.title}
      close={close}
      items={items}
      words={{ change: words.word }}
      noun="version"
      act={(count) => `${words.act} ${count.toLocaleString('en-GB')}`}
      danger={kind === 'deactivate'}
      busy={change.isPending || build.isPending}
      problem={error ? problemOf(error).message : undefined}
      submit={submit}
    >
      <p className="dim">{words.says}</p>
      {board && kind === 'deactivate' && <RootWarning board={board} off={versions} />}
    </BulkDialog>
  );
}

import { IconAlertTriangle } from '@tabler/icons-react';
import { type RootReaders, rootWithout } from '../../../src-server/model/projects/root-readers.ts';
import { shortSlug, type VersionBoardView } from './version-row.ts';
import classes from './versions.module.css';

type Props = {
  readonly board: VersionBoardView;
  /** The slugs of what is to be switched off. */
  readonly off: readonly string[];
};

/** Says what readers who name no version meet once the default one is switched off; nothing when it is not among them. */
export function RootWarning({ board, off }: Props) {
  const readers = rootWithout(board.rows, new Set(off));
  if (!readers) return null;
  return (
    <p className={classes.warning} role="note" aria-label="What readers will meet">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        <b className="mono" title={readers.gone}>
          {shortSlug(readers.gone)}
        </b>{' '}
        is the default version. <span className="mono">{board.root}</span>{' '}
        {MEETINGS[readers.meet](readers.version)}
      </span>
    </p>
  );
}

const NOTHING = 'Readers find nothing there, unless a redirect leads them on.';

const MEETINGS: Readonly<Record<RootReaders['meet'], (version: string) => string>> = {
  pages: (version) => `then leads readers to ${version} instead.`,
  'itself-off': (version) => `still leads to ${version}, whose pages are removed. ${NOTHING}`,
  'off-too': (version) => `then leads to ${version}, which is switched off too. ${NOTHING}`,
  'no-pages': (version) => `then leads to ${version}, which has no pages on this computer. ${NOTHING}`,
  missing: (version) => `then leads to ${version}, which this project does not have. ${NOTHING}`,
};

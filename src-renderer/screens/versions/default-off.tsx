import { Confirm } from '../../ui/dialog/confirm.tsx';
import { RootWarning } from './root-warning.tsx';
import { shortSlug, type VersionBoardView, type VersionRowView } from './version-row.ts';
import classes from './versions.module.css';

type Props = {
  readonly board: VersionBoardView;
  readonly row: VersionRowView;
  readonly deactivate: (row: VersionRowView) => void;
  readonly close: () => void;
};

/** Asks before the default version is switched off, and says what readers meet then. */
export function DefaultOff({ board, row, deactivate, close }: Props) {
  return (
    <Confirm
      title="Deactivate the default version"
      act={`Deactivate ${shortSlug(row.slug)}`}
      run={() => {
        close();
        deactivate(row);
      }}
      close={close}
    >
      <div className={classes.question}>
        <p>
          {row.built
            ? 'Its built pages are removed and readers find them no more. Activated again, it is built anew.'
            : 'Readers are offered it no more. Activated again, it is built.'}
        </p>
        <RootWarning board={board} off={[row.slug]} />
      </div>
    </Confirm>
  );
}

import type { FolderLook } from '../../../src-server/model/projects/repository-inspection.ts';
import { isLocalAddress } from '../../../src-server/model/projects/repository-url.ts';
import classes from './import.module.css';
import type { Inspection } from './use-inspection.ts';

type Props = {
  readonly address: string;
  readonly look: FolderLook | undefined;
  readonly step: Inspection['step'];
  /** Takes another folder instead. */
  readonly choose: (folder: string) => void;
};

/** Says what is at the address that is typed. */
export function SourceHint(props: Props) {
  return (
    <p className="meta" aria-live="polite">
      <Hint {...props} />
    </p>
  );
}

function Hint({ address, look, step, choose }: Props) {
  if (address === '')
    return 'A path such as ~/almanac, or a Git URL. It is read into a temporary folder; nothing is imported yet.';
  if (step === 'reading') return 'Reading into a temporary folder. Nothing is imported yet.';
  if (!isLocalAddress(address))
    return step === 'none' ? 'Press Enter to read it into a temporary folder.' : 'Nothing is imported yet.';
  switch (look?.kind) {
    case undefined:
      return 'Looking…';
    case 'missing':
      return 'There is no such folder on this computer.';
    case 'file':
      return 'This is a file. Enter the folder of a Git repository.';
    case 'repository':
      return `A Git repository${docsIn(look.docs)}. Nothing is imported yet.`;
    case 'inside':
      return (
        <>
          A folder{docsIn(look.docs)} inside a Git repository.{' '}
          <button type="button" className={classes.link} onClick={() => choose(look.root)}>
            Use {look.root}
          </button>
        </>
      );
    case 'folder':
      return `A folder${docsIn(look.docs)}, but not a Git repository, which builds need. Run “git init” in it, commit its files, then inspect it.`;
  }
}

function docsIn(docs: string | null): string {
  return docs === null ? '' : ` with ${docs} docs`;
}

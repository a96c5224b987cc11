import { Link } from 'wouter';
import { FIRST_COMMIT_COMMANDS } from '../../../src-server/model/projects/repository/first-commit.ts';
import type { FolderLook } from '../../../src-server/model/projects/repository/repository-inspection.ts';
import { isLocalAddress } from '../../../src-server/model/projects/repository/repository-url.ts';
import { desk, deskClient, queryClient } from '../../api/desk.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import classes from './import.module.css';
import type { Inspection } from './use-inspection.ts';

type Props = {
  readonly address: string;
  readonly look: FolderLook | undefined;
  readonly step: Inspection['step'];
  /** Takes another folder, or the same one again. */
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
      if (look.docs === null)
        return 'A folder, but not a Git repository, which builds need. Run “git init” in it, commit its files, then inspect it.';
      return (
        <>
          A folder{docsIn(look.docs)}, but not a Git repository, which builds need.{' '}
          <Link className={classes.link} href={`/previews?folder=${encodeURIComponent(address)}`}>
            Preview the folder
          </Link>{' '}
          or{' '}
          <button type="button" className={classes.link} onClick={() => askToStart(address, choose)}>
            make it a repository…
          </button>
        </>
      );
  }
}

function askToStart(folder: string, choose: (folder: string) => void): void {
  confirm({
    title: 'Make a repository',
    confirmLabel: 'Make a repository',
    body: (
      <>
        <p>Lectern runs this in {folder}:</p>
        <pre className="mono">{FIRST_COMMIT_COMMANDS.join('\n')}</pre>
        <p>The commit has all files of the folder, except those that .gitignore names.</p>
      </>
    ),
    async run() {
      await deskClient.import.startRepository.mutate({ address: folder });
      await queryClient.invalidateQueries(desk.import.look.pathFilter());
      choose(folder);
    },
  });
}

function docsIn(docs: string | null): string {
  return docs === null ? '' : ` with ${docs} docs`;
}

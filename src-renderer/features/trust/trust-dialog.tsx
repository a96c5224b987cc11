import { Button, Modal } from '@mantine/core';
import { withoutPassword } from '../../../src-server/model/projects/repository-url.ts';
import { useFocusBack } from '../../ui/dialog/use-focus-back.ts';
import { countOf } from '../../ui/time-words.ts';
import { type Untrusted, useTrust } from './trust.ts';
import classes from './trust-question.module.css';
import { TrustWords, useAllowBuilds } from './trust-question.tsx';

/** The trust question wherever it is asked: one dialog, for one project or for many (safety S12). */
export function TrustDialog() {
  const asked = useTrust((state) => state.asked);
  return asked && <Dialog projects={asked.projects} otherwise={asked.otherwise} />;
}

type Props = { readonly projects: readonly Untrusted[]; readonly otherwise: string };

function Dialog({ projects, otherwise }: Props) {
  useFocusBack(true);
  const answer = useTrust((state) => state.answer);
  const { allow, isPending, problem } = useAllowBuilds(() => answer(true));
  const [first] = projects;
  const notNow = () => answer(false);
  return (
    <Modal
      opened
      onClose={notNow}
      title="Run code on this computer?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        {first && projects.length === 1 ? (
          <p className={classes.words}>
            <span>
              <TrustWords project={first} />
            </span>
          </p>
        ) : (
          <Several projects={projects} />
        )}
        <p className="dim">{otherwise}</p>
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={notNow} data-autofocus>
          Not now
        </Button>
        <Button loading={isPending} onClick={() => allow(projects)}>
          {projects.length === 1 ? 'Allow' : `Allow all ${projects.length.toLocaleString('en-GB')}`}
        </Button>
      </div>
    </Modal>
  );
}

function Several({ projects }: Pick<Props, 'projects'>) {
  return (
    <>
      <p className={classes.words}>
        Builds of these {countOf(projects.length, 'project')} run code from their repositories on this
        computer, with your rights. Only allow what you would run yourself.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-label="Projects that ask">
        {projects.map(({ slug, repositoryUrl }) => (
          <li key={slug} className={classes.item}>
            <b>{slug}</b>
            <span className="mono dim">{withoutPassword(repositoryUrl)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

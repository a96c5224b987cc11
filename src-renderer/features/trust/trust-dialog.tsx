import { Button, Modal, Stack } from '@mantine/core';
import { redactCredentials } from '../../../src-server/model/projects/repository/repository-url.ts';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { useRestoreFocus } from '../../ui/dialog/use-restore-focus.ts';
import { formatCount, pluralize } from '../../ui/format.ts';
import { type TrustRequest, useTrustDialog } from './trust-dialog-state.ts';
import classes from './trust-prompt.module.css';
import { IsolationText, TrustExplanation, useAllowBuilds } from './trust-prompt.tsx';

/** Asks for permission to run code of one or many projects (safety S12). */
export function TrustDialog() {
  const request = useTrustDialog((state) => state.pendingRequest);
  return request && <TrustDialogContent projects={request.projects} question={request.question} />;
}

type Props = Pick<TrustRequest, 'projects' | 'question'>;

function TrustDialogContent({
  projects,
  question: { note, allowLabel, declineLabel, startsBuilds = false },
}: Props) {
  useRestoreFocus(true);
  const respond = useTrustDialog((state) => state.respond);
  const { allow, isPending, problem } = useAllowBuilds((builds) => respond('allowed', builds), {
    startsBuilds,
  });
  const [first] = projects;
  return (
    <Modal
      opened
      // Escape, the close button and a click outside change nothing.
      onClose={() => respond('cancelled')}
      title="Run code on this computer?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        {first && projects.length === 1 ? (
          <p className={classes.message}>
            <span>
              <TrustExplanation project={first} />
            </span>
          </p>
        ) : (
          <UntrustedProjects projects={projects} />
        )}
        <p className="dim">{note}</p>
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </Stack>
      <DialogButtons>
        <Button
          variant="default"
          onClick={() => respond(declineLabel === undefined ? 'cancelled' : 'declined')}
          data-autofocus
        >
          {declineLabel ?? 'Not now'}
        </Button>
        <Button loading={isPending} onClick={() => allow(projects)}>
          {allowLabel ?? (projects.length === 1 ? 'Allow' : `Allow all ${formatCount(projects.length)}`)}
        </Button>
      </DialogButtons>
    </Modal>
  );
}

function UntrustedProjects({ projects }: Pick<Props, 'projects'>) {
  return (
    <>
      <p className={classes.message}>
        Builds of these {pluralize(projects.length, 'project')} run code from their repositories on this
        computer, with your rights. <IsolationText /> Only allow what you would run yourself.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-label="Projects that need permission">
        {projects.map(({ slug, repositoryUrl, pullRequestBuilds = false }) => (
          <li key={slug} className={classes.item}>
            <b>{slug}</b>
            <span className="mono dim">{redactCredentials(repositoryUrl)}</span>
            {pullRequestBuilds && <span>and from anyone who opens a pull request</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

import { Button, Group } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WithUndo } from '../../../src-server/desk/procedure.ts';
import { redactCredentials } from '../../../src-server/model/projects/repository-url.ts';
import { desk, problemOf, SLOW_CALL } from '../../api/desk.ts';
import type { Untrusted } from './trust-dialog-state.ts';
import classes from './trust-prompt.module.css';

type ExplanationProps = { readonly project: Untrusted };

/** Explains what it means to let a project's builds run here (safety S12). */
export function TrustExplanation({
  project: { slug, repositoryUrl, pullRequestBuilds = false },
}: ExplanationProps) {
  return (
    <>
      Builds of <b>{slug}</b> run code from <span className="mono">{redactCredentials(repositoryUrl)}</span>{' '}
      on this computer, with your rights: now, and after each signed event of a push.{' '}
      {pullRequestBuilds ? (
        <b>Its pull requests are built too, so anyone who can open one runs code here.</b>
      ) : (
        'Pull requests are not built unless its settings say so.'
      )}{' '}
      <IsolationText /> Only allow what you would run yourself.
    </>
  );
}

/** Says what the code of builds can reach on this computer. */
export function IsolationText() {
  const { data } = useQuery(desk.builds.isolation.queryOptions(undefined, { trpc: SLOW_CALL }));
  return data ?? null;
}

/** Allows builds of these projects, as long as their repositories are the ones shown. */
export function useAllowBuilds(onAllowed: (changed: WithUndo) => void) {
  const { mutate, isPending, error } = useMutation(
    desk.builds.trust.mutationOptions({ onSuccess: onAllowed }),
  );
  const allow = (projects: readonly Untrusted[]) => {
    if (!isPending) mutate(projects.map(({ slug, repositoryUrl }) => ({ slug, repositoryUrl })));
  };
  return { allow, isPending, problem: error ? problemOf(error).message : undefined };
}

type Props = {
  readonly project: Untrusted;
  /** Runs once builds are allowed. */
  readonly onAllowed: (changed: WithUndo) => void;
  /** Without it there is no "Not now" button. */
  readonly onDeclined?: () => void;
  /** Names the action where more follows than the permission: `Allow and retry`. */
  readonly confirmLabel?: string;
};

/** Asks in place whether builds of one project may run its code on this computer (safety S12). */
export function TrustPrompt({ project, onAllowed, onDeclined, confirmLabel = 'Allow' }: Props) {
  const { allow, isPending, problem } = useAllowBuilds(onAllowed);
  return (
    <section className={classes.prompt} aria-label="Permission to run code">
      <p className={classes.message}>
        <span>
          <TrustExplanation project={project} />
        </span>
      </p>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Group gap="sm">
        <Button
          leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
          loading={isPending}
          onClick={() => allow([project])}
        >
          {confirmLabel}
        </Button>
        {onDeclined && (
          <Button variant="default" onClick={onDeclined}>
            Not now
          </Button>
        )}
      </Group>
    </section>
  );
}

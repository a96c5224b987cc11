import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { withoutPassword } from '../../../src-server/model/projects/repository-url.ts';
import { desk, problemOf } from '../../api/desk.ts';
import type { Untrusted } from './trust.ts';
import classes from './trust-question.module.css';

type WordsProps = { readonly project: Untrusted };

/** What it means to let a project's builds run here (safety S12). */
export function TrustWords({ project: { slug, repositoryUrl } }: WordsProps) {
  return (
    <>
      Builds of <b>{slug}</b> run code from <span className="mono">{withoutPassword(repositoryUrl)}</span> on
      this computer, with your rights. Only allow what you would run yourself.
    </>
  );
}

/** Lets builds of these projects run their code, as long as their repositories are the ones that were shown. */
export function useAllowBuilds(onAllowed: () => void) {
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
  /** Called once it may run. */
  readonly onAllowed: () => void;
  /** Leaves "Not now" out where there is nothing to close. */
  readonly onDeclined?: () => void;
  /** Names the act, where more follows than the permission: `Allow and retry`. */
  readonly act?: string;
};

/** Asks, where it stands, whether builds of one project may run its code on this computer (safety S12). */
export function TrustQuestion({ project, onAllowed, onDeclined, act = 'Allow' }: Props) {
  const { allow, isPending, problem } = useAllowBuilds(onAllowed);
  return (
    <section className={classes.question} aria-label="Permission to run code">
      <p className={classes.words}>
        <span>
          <TrustWords project={project} />
        </span>
      </p>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.acts}>
        <Button
          leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
          loading={isPending}
          onClick={() => allow([project])}
        >
          {act}
        </Button>
        {onDeclined && (
          <Button variant="default" onClick={onDeclined}>
            Not now
          </Button>
        )}
      </div>
    </section>
  );
}

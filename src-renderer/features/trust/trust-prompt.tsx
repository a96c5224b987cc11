import { Button, Group } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AllowedBuild } from '../../../src-server/desk/builds/builds.ts';
import { joinWords } from '../../../src-server/model/journal/field-labels.ts';
import { redactCredentials } from '../../../src-server/model/projects/repository/repository-url.ts';
import { desk, problemOf, SLOW_CALL } from '../../api/desk.ts';
import { notifyUndoable } from '../../ui/feedback/notify.tsx';
import { pluralize } from '../../ui/format.ts';
import type { Untrusted } from './trust-dialog-state.ts';
import classes from './trust-prompt.module.css';

/** Versions that a notification names. */
const MAX_NAMED = 3;

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

/**
 * Allows builds of these projects, as long as their repositories are the ones shown. With `startsBuilds` their versions
 * that waited for it are built, which a notification says.
 */
export function useAllowBuilds(
  onAllowed: (builds: readonly AllowedBuild[]) => void,
  { startsBuilds = false } = {},
) {
  const only = useMutation(desk.builds.trust.mutationOptions({ onSuccess: () => onAllowed([]) }));
  const building = useMutation(desk.builds.allowAndBuild.mutationOptions());
  const { isPending, error } = startsBuilds ? building : only;
  const allow = (projects: readonly Untrusted[]) => {
    if (isPending) return;
    const reviewed = projects.map(({ slug, repositoryUrl }) => ({ slug, repositoryUrl }));
    if (!startsBuilds) only.mutate(reviewed);
    else
      building.mutate(reviewed, {
        onSuccess(changed) {
          notifyUndoable(describeAllowed(reviewed, changed.answer), changed);
          onAllowed(changed.answer);
        },
      });
  };
  return { allow, isPending, problem: error ? problemOf(error).message : undefined };
}

/** Says what the permission started: `Builds of latest and stable started`. */
function describeAllowed(projects: readonly { slug: string }[], builds: readonly AllowedBuild[]): string {
  const [project] = projects;
  if (project === undefined || projects.length > 1)
    return `Builds of ${pluralize(projects.length, 'project')} allowed, ${pluralize(builds.length, 'build')} started`;
  if (builds.length === 0) return `Builds of ${project.slug} may run its code`;
  const names = builds.length > MAX_NAMED ? [] : builds.map(({ version }) => version);
  if (names.length === 0) return `Builds of ${builds.length} versions started`;
  return `${names.length === 1 ? 'Build' : 'Builds'} of ${joinWords(names)} started`;
}

type Props = {
  readonly project: Untrusted;
  /** Runs once builds are allowed, with those that started. */
  readonly onAllowed?: (builds: readonly AllowedBuild[]) => void;
  /** Without it there is no "Not now" button. */
  readonly onDeclined?: () => void;
  /** Names the action where more follows than the permission: `Allow and retry`. */
  readonly confirmLabel?: string;
};

/** Asks in place whether builds of one project may run its code here, and builds what waited for it (safety S12). */
export function TrustPrompt({ project, onAllowed = () => {}, onDeclined, confirmLabel = 'Allow' }: Props) {
  const { allow, isPending, problem } = useAllowBuilds(onAllowed, { startsBuilds: true });
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

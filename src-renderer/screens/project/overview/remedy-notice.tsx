import { Button } from '@mantine/core';
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { BuildIcon } from '../../../features/build-status/build-display-state.tsx';
import { remedyLabel, useBuildRemedy } from '../../../features/trust/use-build-remedy.ts';
import classes from './overview.module.css';
import type { Overview } from './overview-facts.tsx';

type Props = Pick<Overview, 'slug' | 'lastBuilds'>;

/** Says of the newest build that can be made to pass why it failed, and offers what makes it pass. */
export function RemedyNotice({ slug, lastBuilds }: Props) {
  const { apply, isPending } = useBuildRemedy({ opensBuild: true });
  const build = lastBuilds.find(({ remedy }) => remedy !== null);
  if (!build || build.remedy === null) return null;
  const { id, remedy } = build;
  const Icon = remedy === 'allow' ? IconShieldCheck : IconRefresh;
  return (
    <section className={classes.remedy} aria-label="What makes the build pass">
      <BuildIcon state="failed" isLabelled={false} />
      <p className="grow">{reasonOf(build)}</p>
      <Button
        leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
        loading={isPending}
        onClick={() => apply({ id, project: slug, remedy })}
      >
        {remedyLabel(remedy)}
      </Button>
    </section>
  );
}

function reasonOf({ id, remedy, error }: Overview['lastBuilds'][number]): string {
  if (remedy === 'allow') return `Builds aren't allowed yet, so build ${id} did not run.`;
  return error === ''
    ? `Build ${id} could not install its packages: the package index does not answer, or lacks one of them.`
    : `Build ${id} failed. ${firstSentence(error)}`;
}

/** Returns the cause of an error; what to do instead follows it. */
function firstSentence(error: string): string {
  return error.split(/(?<=\.)\s/, 1)[0] ?? error;
}

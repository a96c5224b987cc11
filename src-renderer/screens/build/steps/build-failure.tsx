import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from 'wouter';
import { USE_INSTALLED_TOOLS } from '../../../../src-server/model/builds/build-note.ts';
import { BuildIcon } from '../../../features/build-status/build-display-state.tsx';
import { remedyLabel, useBuildRemedy } from '../../../features/trust/use-build-remedy.ts';
import classes from '../build.module.css';
import type { BuildDetail } from '../build-detail.ts';
import { failureMessage } from '../build-labels.ts';

/** Says why a build failed, and offers what makes it pass where that is known. */
export function BuildFailure({ build }: { readonly build: BuildDetail }) {
  const wholeMessage = failureMessage(build);
  const { projectSlug: project, remedy } = build;
  const isInstalled = remedy === 'installed-tools';
  const message = isInstalled ? withoutAlternative(wholeMessage) : wholeMessage;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className={classes.failure} tabIndex={0} aria-label="Why it failed">
      <BuildIcon state="failed" isLabelled={false} />
      <span className="grow">
        {message}
        {isInstalled && build.error.trim() === '' && (
          <span className={classes.explanation}>
            {' '}
            The package index could not be reached, or does not have this package. The tools installed here
            need no network.
          </span>
        )}
        {message.includes('"Build with"') && (
          <>
            {' '}
            <Link href={`/projects/${project}/settings`}>Settings → Build with</Link>
          </>
        )}
      </span>
      {isInstalled && <RetryInstalled id={build.id} project={project} />}
    </section>
  );
}

/** Leaves out the alternative that the button offers. */
function withoutAlternative(message: string): string {
  const start = message.search(`,? or ${USE_INSTALLED_TOOLS}`);
  return start < 0 ? message : `${message.slice(0, start)}.`;
}

type RetryProps = { readonly id: number; readonly project: string };

function RetryInstalled({ id, project }: RetryProps) {
  const remedy = 'installed-tools';
  const { apply, isPending } = useBuildRemedy({ opensBuild: true });
  return (
    <Button
      className={classes.remedy}
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      loading={isPending}
      onClick={() => apply({ id, project, remedy })}
    >
      {remedyLabel(remedy)}
    </Button>
  );
}

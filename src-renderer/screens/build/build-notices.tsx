import { Link } from 'wouter';
import { BuildIcon, buildDisplayState } from '../../features/build-status/build-display-state.tsx';
import { TrustPrompt } from '../../features/trust/trust-prompt.tsx';
import classes from './build.module.css';
import type { BuildDetail } from './build-detail.ts';
import { cancellationText } from './build-labels.ts';
import { BuildFailure } from './steps/build-failure.tsx';
import { useBuildActions } from './use-build-actions.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** What has to be known before the log is read: why the build failed, what it waits for, and that the log is gone. */
export function BuildNotices({ build }: { readonly build: BuildDetail }) {
  const { needsTrust, logRemoved } = build;
  const displayState = buildDisplayState(build);
  return (
    <>
      {displayState === 'cancelled' && <CancelledNotice build={build} />}
      {needsTrust ? (
        <TrustNotice build={build} />
      ) : (
        displayState === 'failed' && <BuildFailure build={build} />
      )}
      {logRemoved !== null && (
        <p className={classes.removed}>
          This log was removed on {DATE.format(logRemoved / 1000)} to make room.{' '}
          <Link href="/settings">Settings</Link> say how long logs are kept.
        </p>
      )}
    </>
  );
}

/** How far it came, that nothing of it can be seen, and who ended it. */
function CancelledNotice({ build }: { readonly build: BuildDetail }) {
  const { what, why } = cancellationText(build);
  return (
    <p className={classes.removed}>
      <BuildIcon state="cancelled" isLabelled={false} /> {what} <span className="dim">{why}</span>
    </p>
  );
}

/** Nobody has allowed the project's code to run here: the build was refused, and the next one need not be (safety S12). */
function TrustNotice({ build }: { readonly build: BuildDetail }) {
  const { retry } = useBuildActions(build);
  const { projectSlug: slug, projectName: name, repositoryUrl } = build;
  return (
    <div className={classes.trust}>
      <p className={classes.reason}>
        <BuildIcon state="failed" isLabelled={false} />
        It was not run: nobody has allowed its code to run on this computer yet.
      </p>
      <TrustPrompt project={{ slug, name, repositoryUrl }} confirmLabel="Allow and build" onAllowed={retry} />
    </div>
  );
}

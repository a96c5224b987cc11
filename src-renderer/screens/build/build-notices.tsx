import { Link } from 'wouter';
import { BuildGlyph, buildLook } from '../../features/build-status/build-state.tsx';
import { TrustQuestion } from '../../features/trust/trust-question.tsx';
import classes from './build.module.css';
import type { BuildDetail } from './build-detail.ts';
import { cancelWords } from './build-words.ts';
import { Failure } from './steps/failure.tsx';
import { useBuildActs } from './use-build-acts.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** What has to be known before the log is read: why the build failed, what it waits for, and that the log is gone. */
export function BuildNotices({ build }: { readonly build: BuildDetail }) {
  const { needsTrust, logRemoved } = build;
  const look = buildLook(build);
  return (
    <>
      {look === 'cancelled' && <Cancelled build={build} />}
      {needsTrust ? <Trust build={build} /> : look === 'failed' && <Failure build={build} />}
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
function Cancelled({ build }: { readonly build: BuildDetail }) {
  const { what, why } = cancelWords(build);
  return (
    <p className={classes.removed}>
      <BuildGlyph look="cancelled" labelled={false} /> {what} <span className="dim">{why}</span>
    </p>
  );
}

/** Nobody has allowed the project's code to run here: the build was refused, and the next one need not be (safety S12). */
function Trust({ build }: { readonly build: BuildDetail }) {
  const { retry } = useBuildActs(build);
  const { projectSlug: slug, projectName: name, repositoryUrl } = build;
  return (
    <div className={classes.trust}>
      <p className={classes.why}>
        <BuildGlyph look="failed" labelled={false} />
        It was not run: nobody has allowed its code to run on this computer yet.
      </p>
      <TrustQuestion project={{ slug, name, repositoryUrl }} act="Allow and build" onAllowed={retry} />
    </div>
  );
}

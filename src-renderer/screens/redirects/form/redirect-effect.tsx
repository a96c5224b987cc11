import { useMemo } from 'react';
import { missingPage } from '../../../../src-server/model/redirects/redirect-preview.ts';
import { redirectSamples } from '../../../../src-server/model/redirects/redirect-samples.ts';
import { redirectWarnings } from '../../../../src-server/model/redirects/redirect-warnings.ts';
import type { RedirectValues } from '../list/redirect-drafts.ts';
import type { RedirectBoard } from '../list/redirect-view.ts';
import { Words } from '../list/warning-words.tsx';
import classes from './panel.module.css';

type Site = RedirectBoard['site'];
type Props = {
  readonly values: RedirectValues;
  /** All that the type needs is there. */
  readonly whole: boolean;
  readonly board: RedirectBoard;
};

/** Shows by examples what a redirect does, while it is being written. */
export function RedirectEffect({ values, whole, board: { site, versions } }: Props) {
  const samples = useMemo(
    () => (whole ? redirectSamples(values, site, versions) : []),
    [values, whole, site, versions],
  );
  const warnings = useMemo(() => (whole ? redirectWarnings([values], site) : []), [values, whole, site]);
  return (
    <section aria-labelledby="redirect-effect">
      <h3 id="redirect-effect" className={classes.label}>
        What it does
      </h3>
      <div className={classes.effect} aria-live="polite">
        {!whole && <p className={classes.nothing}>Shown once its addresses are given.</p>}
        {whole && samples.length === 0 && <p className={classes.nothing}>Nothing, as it is.</p>}
        {samples.map(({ from, to }) => (
          <div key={from} className={`mono ${classes.sample}`}>
            <div>
              <Path address={from} site={site} />
            </div>
            <div>
              <span className="dimmer">→ </span>
              <Path address={to} site={site} />
            </div>
          </div>
        ))}
      </div>
      {warnings.map(({ words }) => (
        <p key={words} className={classes.caution}>
          <Words text={words.replace(/^1 /, 'It ')} />
        </p>
      ))}
    </section>
  );
}

/** What comes before the file, the same for all of a version, stands back. */
function Path({ address, site }: { readonly address: string; readonly site: Site }) {
  if (!address.startsWith('/')) return address;
  const { language, path } = missingPage(address, site);
  const before = language === null || !address.endsWith(path) ? '' : address.slice(0, -path.length);
  return (
    <>
      <span className="dimmer">{before}</span>
      {address.slice(before.length)}
    </>
  );
}

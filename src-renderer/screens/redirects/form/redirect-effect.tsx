import { useMemo } from 'react';
import { redirectExamples } from '../../../../src-server/model/redirects/redirect-examples.ts';
import { formIn2020 } from '../../../../src-server/model/redirects/redirect-forms.ts';
import { redirectWarnings } from '../../../../src-server/model/redirects/redirect-warnings.ts';
import { normalizeCurrentRule } from '../../../../src-server/model/redirects/rules/current-rule.ts';
import { parseMissingPage } from '../../../../src-server/model/redirects/rules/missing-page.ts';
import type { RedirectValues } from '../list/redirect-drafts.ts';
import type { ProjectRedirects } from '../list/redirect-view.ts';
import { TextWithCode } from '../list/warning-list.tsx';
import classes from './redirect-panel.module.css';

type Site = ProjectRedirects['site'];
type Props = {
  readonly values: RedirectValues;
  /** Every field that the type needs is filled in. */
  readonly isComplete: boolean;
  readonly redirects: ProjectRedirects;
};

/** Shows by examples what a redirect does while it is edited. */
export function RedirectEffect({ values: typed, isComplete, redirects: { site, versions } }: Props) {
  const values = useMemo(() => normalizedToday(typed), [typed]);
  const examples = useMemo(
    () => (isComplete ? redirectExamples(values, site, versions) : []),
    [values, isComplete, site, versions],
  );
  const warnings = useMemo(
    () => (isComplete ? redirectWarnings([values], site) : []),
    [values, isComplete, site],
  );
  return (
    <section aria-labelledby="redirect-effect">
      <h3 id="redirect-effect" className={classes.label}>
        What it does
      </h3>
      <div className={classes.effect} aria-live="polite">
        {!isComplete && <p className={classes.empty}>Enter the URLs to see examples.</p>}
        {isComplete && examples.length === 0 && <p className={classes.empty}>Nothing: it matches no URL.</p>}
        {examples.map(({ from, to }) => (
          <div key={from} className={`mono ${classes.example}`}>
            <div>
              <PathText address={from} site={site} />
            </div>
            <div>
              <span className="dimmer">→ </span>
              <PathText address={to} site={site} />
            </div>
          </div>
        ))}
      </div>
      {isComplete && (
        <p className="meta">
          <TextWithCode text={formatIn2020(values)} />
        </p>
      )}
      {warnings.map(({ text }) => (
        <p key={text} className={classes.warning}>
          <TextWithCode text={text.replace(/^1 /, 'It ')} />
        </p>
      ))}
    </section>
  );
}

/** Says how the 2020 dialect shows a redirect. */
function formatIn2020(values: RedirectValues): string {
  const mapped = formIn2020(values);
  if (!mapped.rule) return `2020: not listed, ${mapped.reason}.`;
  const { type, fromUrl, toUrl } = mapped.rule;
  const words = [type, fromUrl && `\`${fromUrl}\``, toUrl && `to \`${toUrl}\``].filter(Boolean).join(' ');
  return `2020: ${[words, ...mapped.notes].join('; ')}.`;
}

/** Gives the texts as they are saved: today's are normalized. */
function normalizedToday(values: RedirectValues): RedirectValues {
  const { fromUrl, toUrl } = values;
  if (values.dialect === '2020' || (values.type !== 'page' && values.type !== 'exact')) return values;
  return { ...values, ...normalizeCurrentRule({ type: values.type, fromUrl, toUrl }) };
}

/** Dims the prefix that all pages of a version share. */
function PathText({ address, site }: { readonly address: string; readonly site: Site }) {
  if (!address.startsWith('/')) return address;
  const { language, path } = parseMissingPage(address, site);
  const prefix = language === null || !address.endsWith(path) ? '' : address.slice(0, -path.length);
  return (
    <>
      <span className="dimmer">{prefix}</span>
      {address.slice(prefix.length)}
    </>
  );
}

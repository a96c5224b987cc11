import { useEffect, useMemo, useState } from 'react';
import {
  type RedirectWarning,
  redirectWarnings,
} from '../../../../src-server/model/redirects/redirect-warnings.ts';
import type { RedirectBoard, RedirectView } from './redirect-view.ts';

type Rules = readonly RedirectView[];

/** So many are looked through while the list is drawn; more than that once it is at rest. */
const AT_ONCE = 300;
const REST_MS = 400;

/** What is wrong with the redirects in this order; undefined until it is known. */
export function useRedirectWarnings(
  rules: Rules,
  site: RedirectBoard['site'] | undefined,
): readonly RedirectWarning[] | undefined {
  const isShort = rules.length <= AT_ONCE;
  const now = useMemo(
    () => (isShort && site ? redirectWarnings(rules, site) : undefined),
    [isShort, rules, site],
  );
  const [late, setLate] = useState<{ of: Rules; found: readonly RedirectWarning[] } | undefined>();
  useEffect(() => {
    if (isShort || !site) return undefined;
    const timer = setTimeout(() => setLate({ of: rules, found: redirectWarnings(rules, site) }), REST_MS);
    return () => clearTimeout(timer);
  }, [isShort, rules, site]);
  if (isShort) return now;
  return late?.of === rules ? late.found : undefined;
}

import { useEffect, useMemo, useState } from 'react';
import {
  type RedirectWarning,
  redirectWarnings,
} from '../../../../src-server/model/redirects/redirect-warnings.ts';
import type { ProjectRedirects, RedirectView } from './redirect-view.ts';

type Rules = readonly RedirectView[];

/** Longer lists are checked after a pause instead of while rendering. */
const MAX_IMMEDIATE = 300;
const DEBOUNCE_MS = 400;

/** Finds problems of the redirects in this order; undefined until computed. */
export function useRedirectWarnings(
  rules: Rules,
  site: ProjectRedirects['site'] | undefined,
): readonly RedirectWarning[] | undefined {
  const isShort = rules.length <= MAX_IMMEDIATE;
  const immediate = useMemo(
    () => (isShort && site ? redirectWarnings(rules, site) : undefined),
    [isShort, rules, site],
  );
  const [deferred, setDeferred] = useState<{ rules: Rules; found: readonly RedirectWarning[] } | undefined>();
  useEffect(() => {
    if (isShort || !site) return undefined;
    const timer = setTimeout(() => setDeferred({ rules, found: redirectWarnings(rules, site) }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isShort, rules, site]);
  if (isShort) return immediate;
  return deferred?.rules === rules ? deferred.found : undefined;
}

/** Returns the ids of the redirects that no URL reaches. */
export function unreachedIds(
  warnings: readonly RedirectWarning[] | undefined,
  rules: readonly RedirectView[],
): readonly number[] {
  const found = warnings?.filter(({ kind }) => kind === 'unreached') ?? [];
  return found.flatMap(({ at: [first = -1] }) => rules[first]?.id ?? []);
}

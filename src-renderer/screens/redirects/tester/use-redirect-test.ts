import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { WrittenBody } from '../../../../src-server/model/redirects/written-redirect.ts';
import { desk, fieldErrors, problemOf } from '../../../api/desk.ts';
import { draftKey, type RedirectValues, toBody, useRedirectDrafts } from '../list/redirect-drafts.ts';
import type { RedirectView } from '../list/redirect-view.ts';

/** Result of testing a URL. */
export type Trace = inferRouterOutputs<DeskRouter>['redirects']['trace'];
export type TraceStep = Trace['steps'][number];

/** State of the test of a URL. */
export type RedirectTest = {
  readonly trace: Trace | undefined;
  /** Why there is no trace. */
  readonly problem: string | undefined;
  /** Number of unsaved changes included in the test. */
  readonly unsaved: number;
  /** Outcomes of this project's redirects by id; undefined while no URL is tested. */
  readonly outcomes: ReadonlyMap<number, RedirectMatchOutcome> | undefined;
  /** Id of the redirect that matched. */
  readonly matchedId: number | undefined;
};

/** Tests a URL against the project's redirects, unsaved drafts included. */
export function useRedirectTest(slug: string, address: string, rules: readonly RedirectView[]): RedirectTest {
  const drafts = useRedirectDrafts((state) => state.drafts);
  const completeDrafts = useMemo(() => findCompleteDrafts(slug, rules, drafts), [slug, rules, drafts]);
  const isTested = address.trim() !== '';
  const { data, error } = useQuery({
    ...desk.redirects.trace.queryOptions({
      slug,
      address,
      ...(completeDrafts.length > 0 && { draft: completeDrafts }),
    }),
    enabled: isTested,
    placeholderData: keepPreviousData,
    // Each key press makes another query.
    gcTime: 0,
  });
  const trace = isTested && !error ? data : undefined;
  const matches = useMemo(
    () => trace?.steps.find(({ rules: evaluated }) => evaluated?.project.slug === slug)?.rules?.matches,
    [trace, slug],
  );
  const outcomes = useMemo(
    () =>
      matches && new Map(matches.flatMap(({ id, outcome }) => (id === null ? [] : [[id, outcome] as const]))),
    [matches],
  );
  const matchedId = matches?.find(({ outcome }) => outcome === 'matched')?.id ?? undefined;
  const problem = isTested && error ? (fieldErrors(error).address ?? problemOf(error).message) : undefined;
  return { trace, problem, unsaved: completeDrafts.length, outcomes, matchedId };
}

/** Drafts that are valid. */
function findCompleteDrafts(
  slug: string,
  rules: readonly RedirectView[],
  drafts: Readonly<Record<string, RedirectValues>>,
) {
  const ids = [null, ...rules.map(({ id }) => id)];
  return ids.flatMap((id) => {
    const values = drafts[draftKey(slug, id ?? 'new')];
    if (!values) return [];
    const body = toBody(values);
    return WrittenBody.safeParse(body).success ? [{ id, body }] : [];
  });
}

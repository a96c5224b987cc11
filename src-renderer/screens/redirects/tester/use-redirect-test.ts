import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import type { DeskRouter } from '../../../../src-server/desk/router.ts';
import { RedirectBody } from '../../../../src-server/model/redirects/redirect.ts';
import type { RedirectMatchOutcome } from '../../../../src-server/model/redirects/redirect-trace.ts';
import { desk, fieldErrors, problemOf } from '../../../api/desk.ts';
import { draftKey, type RedirectValues, useRedirectDrafts } from '../list/redirect-drafts.ts';
import type { RedirectView } from '../list/redirect-view.ts';

/** What became of an address. */
export type Trace = inferRouterOutputs<DeskRouter>['redirects']['trace'];
export type TraceStep = Trace['steps'][number];

/** What the test of an address has shown so far. */
export type RedirectTest = {
  readonly trace: Trace | undefined;
  /** Why there is none. */
  readonly problem: string | undefined;
  /** So many changes that are not saved were tried along. */
  readonly unsaved: number;
  /** What became of the project's own redirects, by id; undefined when nothing is tested. */
  readonly outcomes: ReadonlyMap<number, RedirectMatchOutcome> | undefined;
  /** The id of the one that sends the reader on. */
  readonly matchedId: number | undefined;
};

/** Tests an address against the project's redirects, with what is written in their forms and not saved yet. */
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
    // Every key pressed makes another one.
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

/** Those that could be saved as they are. */
function findCompleteDrafts(
  slug: string,
  rules: readonly RedirectView[],
  drafts: Readonly<Record<string, RedirectValues>>,
) {
  const ids = [null, ...rules.map(({ id }) => id)];
  return ids.flatMap((id) => {
    const values = drafts[draftKey(slug, id ?? 'new')];
    if (!values) return [];
    const body = { type: values.type, from_url: values.fromUrl, to_url: values.toUrl };
    return RedirectBody.safeParse(body).success ? [{ id, body }] : [];
  });
}

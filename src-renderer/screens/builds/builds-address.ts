import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { BUILD_OUTCOMES, type BuildOutcome } from '../../../src-server/model/builds/build-outcome.ts';

/** What a list of builds is narrowed to, as its address remembers it. */
export type BuildsAddress = {
  readonly outcome: BuildOutcome | 'all';
  /** A slug; '' for all projects. */
  readonly project: string;
  /** A slug; '' for all versions. */
  readonly version: string;
  /** How the commit begins. */
  readonly commit: string;
  /** The first place on the screen. */
  readonly at: number;
};

/** Reads the query part of an address; what makes no sense in it counts as not given. */
export function readBuildsAddress(search: string): BuildsAddress {
  const params = new URLSearchParams(search);
  const at = Number(params.get('at') ?? 0);
  return {
    outcome: BUILD_OUTCOMES.find((each) => each === params.get('state')) ?? 'all',
    project: params.get('project') ?? '',
    version: params.get('version') ?? '',
    commit: params.get('commit') ?? '',
    at: Number.isSafeInteger(at) && at > 0 ? at : 0,
  };
}

/** The query part for this; `?` comes first, unless nothing follows. */
export function writeBuildsAddress({ outcome, project, version, commit, at }: BuildsAddress): string {
  const params = new URLSearchParams();
  if (outcome !== 'all') params.set('state', outcome);
  if (project !== '') params.set('project', project);
  if (version !== '') params.set('version', version);
  if (commit !== '') params.set('commit', commit);
  if (at > 0) params.set('at', String(at));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The address of a list of builds, and a way to change it. Changes go from the list's top unless they say `at`. */
export function useBuildsAddress() {
  const search = useSearch();
  const address = useMemo(() => readBuildsAddress(search), [search]);
  const change = useCallback((changed: Partial<BuildsAddress>) => {
    // Read anew, since several changes may come between two drawings.
    const before = readBuildsAddress(location.search);
    const next = writeBuildsAddress({ ...before, at: 0, ...changed });
    if (next !== location.search) navigate(location.pathname + next, { replace: true });
  }, []);
  return { address, change };
}

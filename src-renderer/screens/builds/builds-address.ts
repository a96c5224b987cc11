import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { BUILD_OUTCOMES, type BuildOutcome } from '../../../src-server/model/builds/build-outcome.ts';

/** Filters and scroll position of a list of builds, as kept in its address. */
export type BuildsAddress = {
  readonly outcome: BuildOutcome | 'all';
  /** A slug; '' for all projects. */
  readonly project: string;
  /** A slug; '' for all versions. */
  readonly version: string;
  /** First characters of the commit. */
  readonly commit: string;
  /** Index of the first visible row. */
  readonly at: number;
};

/** Parses the query of an address; invalid values count as absent. */
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

/** Formats the query of an address, with its `?`; '' when everything has its default. */
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

/** Returns the address of a list of builds and a function that changes it; a change scrolls to the top unless it gives `at`. */
export function useBuildsAddress() {
  const search = useSearch();
  const address = useMemo(() => readBuildsAddress(search), [search]);
  const change = useCallback((changed: Partial<BuildsAddress>) => {
    // Reads the current address, since several changes may come between two renders.
    const before = readBuildsAddress(location.search);
    const next = writeBuildsAddress({ ...before, at: 0, ...changed });
    if (next !== location.search) navigate(location.pathname + next, { replace: true });
  }, []);
  return { address, change };
}

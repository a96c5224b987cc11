import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

/** Views of a build. */
export const BUILD_VIEWS = ['log', 'config', 'commit'] as const;
export type BuildView = (typeof BUILD_VIEWS)[number];

/** Returns the view and the search text kept in the address, and a function that changes them. */
export function useBuildView() {
  const search = useSearch();
  const { view, find } = useMemo(() => read(search), [search]);
  const change = useCallback((changed: { readonly view?: BuildView; readonly find?: string }) => {
    const next = { ...read(location.search), ...changed };
    const params = new URLSearchParams();
    if (next.view !== 'log') params.set('view', next.view);
    if (next.find !== '') params.set('find', next.find);
    const text = params.toString();
    const query = text === '' ? '' : `?${text}`;
    if (query !== location.search) navigate(location.pathname + query + location.hash, { replace: true });
  }, []);
  return { view, find, change };
}

function read(search: string): { view: BuildView; find: string } {
  const params = new URLSearchParams(search);
  const view = BUILD_VIEWS.find((each) => each === params.get('view')) ?? 'log';
  return { view, find: (params.get('find') ?? '').slice(0, 300) };
}

/** Returns the log line in the address (`#L137`) and a function that sets it. 0 for none. */
export function useLinkedLine(): readonly [line: number, link: (line: number) => void] {
  const line = useLocationProperty(lineInHash);
  const setLine = useCallback((next: number) => {
    const path = location.pathname + location.search;
    navigate(next > 0 ? `${path}#L${next}` : path, { replace: true });
  }, []);
  return [line, setLine];
}

function lineInHash(): number {
  return Number(/^#L(\d{1,9})$/.exec(location.hash)?.[1] ?? 0);
}

/** Returns a link to a log line that can be shared: a URL in a browser, a `lectern:` link in the application. */
export function lineUrl(slug: string, id: number, line: number): string {
  const { protocol, origin, pathname } = location;
  const page = protocol.startsWith('http') ? origin + pathname : `lectern://project/${slug}/builds/${id}`;
  return `${page}#L${line}`;
}

import { useCallback, useMemo } from 'react';
import { useSearch } from 'wouter';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';

/** What of a build is shown. */
export const BUILD_VIEWS = ['log', 'config', 'commit'] as const;
export type BuildView = (typeof BUILD_VIEWS)[number];

/** The view and what is looked for, as the address remembers them, and a way to change them. */
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

/** The line of the log that the address points at (`#L137`), and a way to point at another. 0 for none. */
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

/** The address of a line for others: of this window in a browser, a `lectern:` link from the application. */
export function lineUrl(slug: string, id: number, line: number): string {
  const { protocol, origin, pathname } = location;
  const page = protocol.startsWith('http') ? origin + pathname : `lectern://project/${slug}/builds/${id}`;
  return `${page}#L${line}`;
}

import { useCallback } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';
import { choiceParam, inPlace, textParam, useAddressState } from '../../ui/address/use-address-state.ts';

/** Views of a build. */
export const BUILD_VIEWS = ['log', 'config', 'commit'] as const;
export type BuildView = (typeof BUILD_VIEWS)[number];

const PARAMS = { view: choiceParam('view', BUILD_VIEWS, 'log'), find: inPlace(textParam('find', 300)) };

/** Returns the view and the search text kept in the address, and a function that changes them. */
export function useBuildView() {
  return useAddressState(PARAMS);
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

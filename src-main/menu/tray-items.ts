/** What the tray tells of the server. */
export type TrayState = {
  /** Where it answers: `http://127.0.0.1:8642`; undefined while it does not. */
  readonly url: string | undefined;
  /** Builds that runners hold now. */
  readonly running: number;
};

/** An item of the tray's menu; without an act it is there to be read. */
export type TrayEntry = { readonly label: string; readonly action?: 'open' | 'copy' | 'quit' };

/** The first line of the tray's menu and its tooltip: `Serving on 127.0.0.1:8642, 2 builds running`. */
export function trayText({ url, running }: TrayState): string {
  if (url === undefined) return 'Not serving';
  const builds = running === 0 ? '' : `, ${running} ${running === 1 ? 'build' : 'builds'} running`;
  return `Serving on ${new URL(url).host}${builds}`;
}

/** The tray's menu. */
export function trayItems(state: TrayState): readonly TrayEntry[] {
  return [
    { label: trayText(state) },
    { label: 'Open Lectern', action: 'open' },
    ...(state.url === undefined ? [] : [{ label: 'Copy address', action: 'copy' } as const]),
    { label: 'Quit', action: 'quit' },
  ];
}

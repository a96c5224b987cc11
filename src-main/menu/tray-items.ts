/** The state of the server that the tray shows. */
export type TrayState = {
  /** The server's URL: `http://127.0.0.1:8642`; undefined while it does not listen. */
  readonly url: string | undefined;
  /** Number of running builds. */
  readonly running: number;
};

/** An item of the tray's menu; without an action it is text alone. */
export type TrayEntry = { readonly label: string; readonly action?: 'open' | 'copy' | 'quit' };

/** Formats the first line of the tray's menu and its tooltip: `Serving on 127.0.0.1:8642, 2 builds running`. */
export function trayText({ url, running }: TrayState): string {
  if (url === undefined) return 'Not serving';
  const builds = running === 0 ? '' : `, ${running} ${running === 1 ? 'build' : 'builds'} running`;
  return `Serving on ${new URL(url).host}${builds}`;
}

/** Makes the items of the tray's menu. */
export function trayItems(state: TrayState): readonly TrayEntry[] {
  return [
    { label: trayText(state) },
    { label: 'Open Lectern', action: 'open' },
    ...(state.url === undefined ? [] : [{ label: 'Copy address', action: 'copy' } as const]),
    { label: 'Quit', action: 'quit' },
  ];
}

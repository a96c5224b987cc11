import classes from './tester.module.css';

const ORIGIN = /^https?:\/\/([^/?#]*)/;

/** Shows a URL with its host dimmed, since the paths differ. */
export function TesterUrl({ url, strong = false }: { readonly url: string; readonly strong?: boolean }) {
  const [origin = '', host = ''] = ORIGIN.exec(url) ?? [];
  return (
    <span className={`mono ${classes.url} ${strong ? classes.strong : ''}`}>
      <span className="dimmer">{host}</span>
      {url.slice(origin.length)}
    </span>
  );
}

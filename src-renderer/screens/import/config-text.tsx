import type { ReactNode } from 'react';
import classes from './inspection-panel.module.css';

/** Shows a configuration file with syntax highlighting. */
export function ConfigText({ text }: { readonly text: string }) {
  const lines = text.trimEnd().split(/\r?\n/);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={`mono ${classes.text}`} tabIndex={0}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key
        <span key={index}>
          {highlightLine(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

function highlightLine(line: string): ReactNode {
  if (/^\s*#/.test(line)) return <span className={classes.comment}>{line}</span>;
  const [, before = '', key = '', colon = '', value = ''] = /^([\s-]*)([\w.-]+)(\s*:)(.*)$/.exec(line) ?? [];
  if (key === '') return line;
  const trimmed = value.trim();
  const kind = /^["']/.test(trimmed)
    ? classes.string
    : /^(true|false|null|-?\d+(\.\d+)?)$/.test(trimmed)
      ? classes.literal
      : undefined;
  return (
    <>
      {before}
      <span className={classes.key}>{key}</span>
      {colon}
      <span className={kind}>{value}</span>
    </>
  );
}

import type { ReactNode } from 'react';
import classes from './json-text.module.css';

type Props = {
  readonly text: string;
  /** There was more of it. */
  readonly cut: boolean;
  /** So many are shown at most. */
  readonly lines: number;
};

/** The beginning of a JSON text, in colours; a text that is none as it came. */
export function JsonText({ text, cut, lines }: Props) {
  const all = spread(text).split('\n');
  const shown = all.slice(0, lines);
  return (
    <pre className={classes.json}>
      {coloured(shown.join('\n'))}
      {(cut || all.length > lines) && <span className={classes.more}>{'\n…'}</span>}
    </pre>
  );
}

/** One entry a line, unless it is short. */
function spread(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const wide = JSON.stringify(value, null, 1);
    return text.length <= 100 ? wide.replaceAll(/\n */g, ' ') : JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = found;
    parts.push(text.slice(from, found.index));
    const kind = quoted === undefined ? classes.value : colon === undefined ? classes.text : classes.key;
    parts.push(
      <span key={found.index} className={kind}>
        {whole}
      </span>,
    );
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

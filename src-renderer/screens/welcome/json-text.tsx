import type { ReactNode } from 'react';
import classes from './json-text.module.css';

type Props = {
  readonly text: string;
  /** Whether the text was cut off. */
  readonly truncated: boolean;
  /** The most lines to show. */
  readonly maxLines: number;
};

/** Shows the beginning of a JSON text with syntax colours; other text as it is. */
export function JsonText({ text, truncated, maxLines }: Props) {
  const allLines = prettyPrint(text).split('\n');
  const shown = allLines.slice(0, maxLines);
  return (
    <pre className={classes.json}>
      {highlightJson(shown.join('\n'))}
      {(truncated || allLines.length > maxLines) && <span className="dimmer">{'\n…'}</span>}
    </pre>
  );
}

/** Puts one entry on each line, unless the text is short. */
function prettyPrint(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const multiline = JSON.stringify(value, null, 1);
    return text.length <= 100 ? multiline.replaceAll(/\n */g, ' ') : JSON.stringify(value, null, 2);
  } catch {
    return text;
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g;

function highlightJson(text: string): ReactNode[] {
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

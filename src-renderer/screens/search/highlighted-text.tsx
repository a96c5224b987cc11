import type { HighlightedSegment } from '../../../src-server/model/search/search-tokenizer.ts';
import classes from './highlighted-text.module.css';

/** Shows a text with its matches marked. */
export function HighlightedText({ segments }: { readonly segments: readonly HighlightedSegment[] }) {
  return segments.map(({ text, highlighted }, index) =>
    highlighted ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment has no other identity than its position
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

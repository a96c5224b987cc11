/** A part of a page below one heading, as plain text. */
export type HandbookSection = {
  readonly page: string;
  /** The heading; the page's title for what comes before the second one. */
  readonly heading: string;
  /** The heading's anchor; empty at the top of the page. */
  readonly anchor: string;
  readonly text: string;
};

/** Returns the anchor of a heading, as MkDocs makes it. */
export function headingAnchor(heading: string): string {
  return heading
    .normalize('NFKD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[-\s]+/g, '-');
}

/** Splits a page of Markdown at its headings; a `#` inside code is none. */
export function splitSections(page: string, markdown: string): readonly HandbookSection[] {
  const sections: { heading: string; anchor: string; lines: string[] }[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const marker = /^(`{3,})/.exec(line)?.[1];
    if (marker !== undefined) {
      if (fence === undefined) fence = marker;
      else if (marker === fence) fence = undefined;
      continue;
    }
    const [, level = '', title = ''] = (fence === undefined && /^(#{1,4}) (.+)$/.exec(line)) || [];
    if (title === '') sections.at(-1)?.lines.push(line);
    else {
      const heading = plainText(title);
      sections.push({ heading, anchor: level === '#' ? '' : headingAnchor(heading), lines: [] });
    }
  }
  return sections.map(({ heading, anchor, lines }) => ({
    page,
    heading,
    anchor,
    text: plainText(lines.map((line) => line.replace(/^\s*(?:-|\d+\.) /, '')).join(' '))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

/** Returns Markdown without its marks. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\|[\s:|-]*-[\s:|-]*\|/g, ' ')
    .replaceAll(/[`*|]/g, (mark) => (mark === '|' ? ' ' : ''));
}

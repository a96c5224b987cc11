/** A text that the context menu copies. */
export type Copyable = {
  readonly text: string;
  /** What it is, for the item: `commit` makes “Copy commit”. */
  readonly name: string;
  /** The link around it, or the text where it is a URL. */
  readonly href: string | undefined;
};

/** Marks an element whose text one would copy; `text` is the whole of it, where the element shows a part. */
export function copyable(
  name: string,
  text: string | null,
): Record<`data-copy${'' | '-name'}`, string> | undefined {
  return text === null || text === '' ? undefined : { 'data-copy': text, 'data-copy-name': name };
}

/** Finds the marked text at an element. */
export function copyableAt(element: Element): Copyable | undefined {
  const marked = element.closest<HTMLElement>('[data-copy]');
  const { copy: text, copyName: name } = marked?.dataset ?? {};
  if (!marked || text === undefined || name === undefined) return undefined;
  if (/^https?:\/\//.test(text)) return { text, name, href: text };
  // The application has no tabs for its own screens.
  const link = window.lectern === undefined ? marked.closest('a')?.href : undefined;
  return { text, name, href: link };
}

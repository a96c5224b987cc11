import { Parser } from 'htmlparser2';
import type { PageText } from '../../model/search/search-page.ts';
import { MAX_PAGE_TEXT } from '../../model/search/search-tokenizer.ts';

type Attributes = Readonly<Record<string, string>>;
type SectionDraft = { readonly id: string; title: string; readonly text: string[] };

const SKIPPED_ELEMENTS = new Set(
  'script style noscript template nav footer svg select textarea button form iframe object head'.split(' '),
);
const SKIPPED_ROLES = new Set(['navigation', 'search', 'contentinfo', 'banner', 'complementary']);
// Classes of Sphinx and MkDocs themes for elements that are not part of the page's own text.
const SKIPPED_CLASSES =
  /(?:^|\s)(?:headerlink|viewcode-link|linenos|lineno|toctree-wrapper|sphinxsidebar|rst-footer-buttons|md-sidebar|md-source-file)(?:\s|$)/;
const HEADING = /^h[1-6]$/;
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4}$/i;
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const MAX_SECTIONS = 5000;
const MAX_TITLE = 500;
/** Reading stops at this depth: its cost is quadratic in the depth, and real pages are never nested deeper. */
const MAX_DEPTH = 1000;
/** How many characters are parsed between two checks of the depth. */
const CHUNK = 16_384;

/**
 * Reads the title of a built page, and its text by linkable headings. Reads pages of Sphinx, MkDocs and others: the
 * element with role `main`, else `<main>`, else the body. The text never contains markup (safety S14). Ends soon and
 * throws nothing, whatever the page contains.
 */
export function readPage(html: string): PageText {
  const draft = createDraft();
  const matchesMain = mainOf(html);
  const closers: (() => void)[] = [];
  let skipped = 0;
  let isInsideMain = matchesMain === null;
  /** Only the first title is the document's; others belong to SVG drawings. */
  let documentTitle: 'before' | 'inside' | 'after' = 'before';
  let language: string | undefined;

  function enter(name: string, attributes: Attributes): () => void {
    if (skipped > 0 || isSkipped(name, attributes)) {
      skipped += 1;
      return () => {
        skipped -= 1;
      };
    }
    if (!isInsideMain) {
      if (!matchesMain?.(name, attributes)) return noop;
      isInsideMain = true;
      return () => {
        isInsideMain = false;
      };
    }
    return draft.enter(name, attributes);
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html' && LANGUAGE.test(attributes.lang ?? '')) language ??= attributes.lang;
      if (name === 'title' && documentTitle === 'before') documentTitle = 'inside';
      closers.push(enter(name, attributes));
    },
    ontext(text) {
      if (documentTitle === 'inside') draft.documentTitle(text);
      else if (skipped === 0 && isInsideMain) draft.text(text);
    },
    onclosetag(name) {
      if (name === 'title' && documentTitle === 'inside') documentTitle = 'after';
      closers.pop()?.(); // called for every opened element, even when the page does not close it
    },
  });
  for (let at = 0; at < html.length && closers.length < MAX_DEPTH; at += CHUNK)
    parser.write(html.slice(at, at + CHUNK));
  parser.end();
  return { ...draft.finish(), ...(language !== undefined && { language }) };
}

/** Collects titles and text while the page is read. */
function createDraft() {
  const top: SectionDraft = { id: '', title: '', text: [] };
  const sections: SectionDraft[] = [top];
  let current = top;
  let heading: { text: string; anchor: string } | undefined;
  /** Anchors of open sections that have had no heading yet. */
  const pendingIds: string[] = [];
  let documentTitle = '';
  let title = '';
  let textLength = 0;

  function beginSection(id: string, headingText: string): void {
    if (sections.length >= MAX_SECTIONS) return void current.text.push(` ${headingText} `);
    current = { id, title: headingText, text: [] };
    sections.push(current);
  }

  function endHeading(level: string): void {
    const headingText = collapseWhitespace(heading?.text ?? '').slice(0, MAX_TITLE);
    const anchor = heading?.anchor ?? '';
    heading = undefined;
    if (headingText === '') return;
    if (level === 'h1' && title === '') title = headingText;
    // A heading without an anchor is text of its section, unless the page begins with it.
    if (anchor !== '') beginSection(anchor, headingText);
    else if (level === 'h1' && current === top && top.title === '') top.title = headingText;
    else current.text.push(` ${headingText} `);
  }

  function enterHeading(name: string, attributes: Attributes): () => void {
    current.text.push(' ');
    heading = { text: '', anchor: attributes.id ?? pendingIds.at(-1) ?? '' };
    if (pendingIds.length > 0) pendingIds[pendingIds.length - 1] = ''; // one heading per section
    return () => endHeading(name);
  }

  /** Enters a defined object or term, which has its own anchor; after the list the section continues. */
  function enterTerm(id: string): () => void {
    current.text.push(' ');
    heading = { text: '', anchor: id };
    return () => endHeading('dt');
  }

  return {
    enter(name: string, attributes: Attributes): () => void {
      if (heading) {
        if (heading.anchor === '' && (name === 'a' || name === 'span')) heading.anchor = attributes.id ?? '';
        return noop;
      }
      if (HEADING.test(name)) return enterHeading(name, attributes);
      if (name === 'dt' && attributes.id) return enterTerm(attributes.id);
      if (name === 'dl') {
        const before = current;
        current.text.push(' ');
        return () => {
          current = before;
        };
      }
      if (isSection(name, attributes)) {
        pendingIds.push(attributes.id ?? '');
        return () => void pendingIds.pop();
      }
      if (INLINE.has(name)) return noop;
      current.text.push(' ');
      return () => void current.text.push(' ');
    },
    text(text: string): void {
      if (textLength >= MAX_PAGE_TEXT) return;
      textLength += text.length;
      if (heading) heading.text += text;
      else current.text.push(text);
    },
    documentTitle(text: string): void {
      if (documentTitle.length < MAX_TITLE) documentTitle += text;
    },
    finish(): PageText {
      const pageTitle = title || collapseWhitespace(documentTitle).slice(0, MAX_TITLE);
      const found = sections.map(({ id, title: headingText, text }) => ({
        id,
        title: headingText || pageTitle,
        content: collapseWhitespace(text.join('')),
      }));
      return { title: pageTitle, sections: found.filter(({ id, content }) => id !== '' || content !== '') };
    },
  };
}

/** Returns a test for the element with the page's own content; null when that is the whole document. */
function mainOf(html: string): ((name: string, attributes: Attributes) => boolean) | null {
  if (/\srole\s*=\s*["']?main\b/i.test(html)) return (_name, { role }) => role === 'main';
  const [, wanted] = /<(main)[\s>]/i.exec(html) ?? /<(body)[\s>]/i.exec(html) ?? [];
  return wanted === undefined ? null : (name) => name === wanted.toLowerCase();
}

function isSkipped(name: string, { role, class: classes, hidden }: Attributes): boolean {
  if (SKIPPED_ELEMENTS.has(name) || hidden !== undefined) return true;
  if (role !== undefined && SKIPPED_ROLES.has(role)) return true;
  return classes !== undefined && (SKIPPED_CLASSES.test(classes) || isTableOfContents(classes));
}

/** Returns whether the classes are those of docutils' table of contents of the page itself. */
function isTableOfContents(classes: string): boolean {
  const names = classes.split(/\s+/);
  return names.includes('contents') && (names.includes('topic') || names.includes('local'));
}

function isSection(name: string, { id, class: classes }: Attributes): boolean {
  if (id === undefined) return false;
  return name === 'section' || (name === 'div' && /(?:^|\s)section(?:\s|$)/.test(classes ?? ''));
}

function collapseWhitespace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function noop(): void {}

/** The beginning of a page in which its head is looked for, in bytes. */
const BEGINNING = 1_048_576;
/** What may stand before a head. Each piece is matched once and alone, so that no page takes long. */
const BEFORE_HEAD = /\s+|<!--[\s\S]*?-->|<!doctype[^>]*>|<\?[^>]*\?>|<html\b[^>]*>/iy;
const HEAD = /<head\b[^>]*>/iy;
/** What may stand in a head; an element with text is one piece, whatever its text looks like. */
const PIECE =
  /\s+|<!--[\s\S]*?-->|<(script|style|title|template|noscript)\b[^>]*>[\s\S]*?<\/\1\s*>|<(?:meta|link|base)\b(?:[^>"']|"[^"]*"|'[^']*')*>/iy;

/** What a page has in addition on its way to the reader. */
export type Addition = {
  /** In bytes. */
  readonly at: number;
  readonly text: Buffer;
};

/** The head of a page: where it begins and ends, in bytes, and its elements. */
export type PageHead = { readonly start: number; readonly end: number; readonly elements: readonly string[] };

/** Finds a page's head, also where its tags are left out. */
export function findHead(page: Buffer): PageHead {
  const byteOrderMark = page[0] === 0xef && page[1] === 0xbb && page[2] === 0xbf ? 3 : 0;
  // Tags are ASCII, and latin1 keeps one character a byte.
  const beginning = page.toString('latin1', byteOrderMark, BEGINNING);
  const before = piecesFrom(beginning, 0, BEFORE_HEAD);
  HEAD.lastIndex = before.end;
  const start = before.end + (HEAD.exec(beginning)?.[0].length ?? 0);
  const { pieces, end } = piecesFrom(beginning, start, PIECE);
  const elements = pieces.filter((piece) => /^<[a-z]/i.test(piece));
  return { start: byteOrderMark + start, end: byteOrderMark + end, elements };
}

function piecesFrom(text: string, start: number, piece: RegExp): { pieces: string[]; end: number } {
  const pieces: string[] = [];
  let end = start;
  for (;;) {
    piece.lastIndex = end;
    const found = piece.exec(text)?.[0];
    if (found === undefined) return { pieces, end };
    pieces.push(found);
    end += found.length;
  }
}

/** Adds to a page. */
export function addTo(page: Buffer, { at, text }: Addition): Buffer {
  return Buffer.concat([page.subarray(0, at), text, page.subarray(at)]);
}

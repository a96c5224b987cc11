import type { HeaderPairs, KeptBody, RequestRecord } from '../../model/requests/request-record.ts';

/** Headers and body of the request and of the response: each a text of its own in the file. */
export const TEXTS_PER_REQUEST = 4;

/** A text of a request. Records of a batch share what is equal. */
type Text = HeaderPairs | KeptBody;
/** A text that is stored with one request, for it and for those before it that share it. */
type PlacedText = { readonly place: number; readonly text: string };

/** Where the texts of a batch are stored. */
export type TextPlaces = {
  /** Returns the id of a text; null where there is none. */
  readonly placeOf: (text: Text) => number | null;
  /** Returns the texts that are stored with a request. */
  readonly ofRequest: (id: number, record: RequestRecord) => PlacedText[];
};

/**
 * Gives each text of a batch a place: that of the last request that has it, so that a text that many requests share is
 * stored once, and goes when the last of them does.
 */
export function placeTexts(firstId: number, records: readonly RequestRecord[]): TextPlaces {
  const places = new Map<Text, number>();
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index];
    if (!record) continue;
    for (const [slot, text] of textsOf(record).entries()) {
      if (!isEmpty(text) && !places.has(text)) places.set(text, placeAt(firstId + index, slot));
    }
  }
  return {
    placeOf: (text) => places.get(text) ?? null,
    ofRequest: (id, record) =>
      textsOf(record).flatMap((text, slot) => {
        const place = placeAt(id, slot);
        return places.get(text) === place ? [{ place, text: writeText(text) }] : [];
      }),
  };
}

function textsOf({ requestHeaders, requestBody, responseHeaders, responseBody }: RequestRecord): Text[] {
  return [requestHeaders, requestBody, responseHeaders, responseBody];
}

function placeAt(id: number, slot: number): number {
  return id * TEXTS_PER_REQUEST + slot;
}

function isEmpty(text: Text): boolean {
  return 'state' in text && text.text === null;
}

function writeText(text: Text): string {
  return 'state' in text ? (text.text ?? '') : JSON.stringify(text);
}

import { randomUUID } from 'node:crypto';
import { sortedObject } from '../../model/base/text/sorted-json.ts';

/*
 * Answers are JSON with sorted keys (behaviour.md 0). Views write their keys in order, so that the native writer, several
 * times as fast as any other, gives just that. It fails where keys are data, since it puts keys that look like numbers
 * first, and a version may be named `10`. A view holds such members as one of the two classes below, which leave a
 * placeholder in the text that is replaced afterwards.
 */

const PLACEHOLDER = randomUUID();
const PLACEHOLDER_PATTERN = new RegExp(`"${PLACEHOLDER}(\\d+)"`, 'g');
let deferred: string[] = [];

/** Holds text that is JSON already, with its keys sorted. */
export class RawJson {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toJSON(): string {
    deferred.push(this.#text);
    return `${PLACEHOLDER}${deferred.length - 1}`;
  }
}

/** Holds an object whose keys are data; its members are views. */
export class JsonMap {
  readonly members: Readonly<Record<string, unknown>>;
  constructor(members: Readonly<Record<string, unknown>>) {
    this.members = members;
  }
  toJSON(): string {
    deferred.push(sortedObject(this.members, answerJson));
    return `${PLACEHOLDER}${deferred.length - 1}`;
  }
}

/** Writes an answer made by views. */
export function answerJson(answer: unknown): string {
  const previous = deferred;
  const own: string[] = [];
  deferred = own;
  try {
    const text = JSON.stringify(answer) ?? 'null';
    return own.length === 0
      ? text
      : text.replaceAll(PLACEHOLDER_PATTERN, (_placeholder, index: string) => own[Number(index)] ?? 'null');
  } finally {
    deferred = previous;
  }
}

import { randomUUID } from 'node:crypto';
import { sortedObject } from '../../model/base/sorted-json.ts';

/*
 * Answers are JSON with sorted keys (behaviour.md 0). Views write their keys in order, so the native writer, several
 * times as fast as any of ours, gives just that. It cannot where keys are data: those that look like numbers it puts
 * first, and a version may be called `10`. Such members stand in a view as one of the two classes below, which leave a
 * mark in the text and are written in its place.
 */

const PLACEHOLDER = randomUUID();
const PLACEHOLDER_PATTERN = new RegExp(`"${PLACEHOLDER}(\\d+)"`, 'g');
let deferred: string[] = [];

/** A text that is JSON already, with its keys sorted. */
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

/** An object whose keys are data; its members are views. */
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

/** Writes an answer that views made. */
export function answerJson(answer: unknown): string {
  const previous = deferred;
  const own: string[] = [];
  deferred = own;
  try {
    const text = JSON.stringify(answer) ?? 'null';
    return own.length === 0
      ? text
      : text.replaceAll(PLACEHOLDER_PATTERN, (_mark, index: string) => own[Number(index)] ?? 'null');
  } finally {
    deferred = previous;
  }
}

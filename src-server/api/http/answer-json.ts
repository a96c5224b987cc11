import { randomUUID } from 'node:crypto';
import { sortedObject } from '../../model/base/sorted-json.ts';

/*
 * Answers are JSON with sorted keys (behaviour.md 0). Views write their keys in order, so the native writer, several
 * times as fast as any of ours, gives just that. It cannot where keys are data: those that look like numbers it puts
 * first, and a version may be called `10`. Such members stand in a view as one of the two classes below, which leave a
 * mark in the text and are written in its place.
 */

const MARK = randomUUID();
const MARKS = new RegExp(`"${MARK}(\\d+)"`, 'g');
let left: string[] = [];

/** A text that is JSON already, with its keys sorted. */
export class WrittenJson {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toJSON(): string {
    left.push(this.#text);
    return `${MARK}${left.length - 1}`;
  }
}

/** An object whose keys are data; its members are views. */
export class KeyedJson {
  readonly members: Readonly<Record<string, unknown>>;
  constructor(members: Readonly<Record<string, unknown>>) {
    this.members = members;
  }
  toJSON(): string {
    left.push(sortedObject(this.members, answerJson));
    return `${MARK}${left.length - 1}`;
  }
}

/** Writes an answer that views made. */
export function answerJson(answer: unknown): string {
  const outer = left;
  const own: string[] = [];
  left = own;
  try {
    const text = JSON.stringify(answer) ?? 'null';
    return own.length === 0
      ? text
      : text.replaceAll(MARKS, (_mark, index: string) => own[Number(index)] ?? 'null');
  } finally {
    left = outer;
  }
}

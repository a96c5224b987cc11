import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { recordingOf } from '../requests/request-recording.ts';
import { Malformed, PayloadTooLarge, UnsupportedEncoding, UnsupportedMediaType } from './http-problems.ts';

/** Limits of safety S9. */
const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 32;
const MAX_KEYS = 10_000;
/** A sender of more than this after a refusal is cut off. */
const MAX_DISCARDED_BYTES = 64_000_000;

/**
 * Reads a body as data: JSON, or a form whose dotted names mean nested fields. An empty body is `{}` whatever its type
 * (behaviour.md 3).
 * @throws PayloadTooLarge @throws UnsupportedEncoding @throws UnsupportedMediaType @throws Malformed
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  return (await readMessage(request)).data();
}

/** Headers and body of a request as they came, for checking a signature. */
export type Message = {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Parses the bytes as `readBody` does, with the same problems. */
  readonly data: () => Promise<unknown>;
};

/** Reads the whole body without parsing it. @throws PayloadTooLarge @throws Malformed */
export async function readMessage(request: IncomingMessage, maxBytes = MAX_BYTES): Promise<Message> {
  const { headers } = request;
  const bytes = await readBytes(request, maxBytes);
  const recording = recordingOf(request);
  if (recording) recording.body = bytes;
  return { headers, bytes, data: () => dataOf(bytes, headers) };
}

async function dataOf(bytes: Buffer, headers: IncomingHttpHeaders): Promise<unknown> {
  if (bytes.length === 0) return {};
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new UnsupportedEncoding(encoding);
  const contentType = headers['content-type'] ?? '';
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'application/json':
      return parseJson(bytes);
    case 'application/x-www-form-urlencoded':
      return nestFields(parseForm(bytes));
    case 'multipart/form-data':
      return nestFields(await multipart(bytes, contentType));
    default:
      throw new UnsupportedMediaType(contentType);
  }
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    return Promise.reject(new PayloadTooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(new PayloadTooLarge(maxBytes));
      }
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new Malformed('The request ended before its body did.')));
  });
}

const BIG_NUMBER = /\d{16}|\d[eE]/;

/** Keeps a number beyond the safe integers as text, so that it stays exact; fields that take such numbers take text. */
function exactNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isInexact = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isInexact ? (context?.source ?? value) : value;
}

function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Malformed('JSON parse error - the body is not valid UTF-8');
  }
  let value: unknown;
  try {
    value = BIG_NUMBER.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
  } catch (error) {
    throw new Malformed(`JSON parse error - ${parseErrorPosition(error, text)}`);
  }
  checkSize(value);
  return value;
}

/** Gives the position at which the parser stopped. Its own message quotes the body, which may hold a secret. */
function parseErrorPosition(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const found = /at position (\d+)/.exec(message)?.[1];
  const position =
    found === undefined ? (message.includes('end of JSON') ? text.length : undefined) : Number(found);
  if (position === undefined)
    return text.trim() === text && isWord(text)
      ? 'Expecting value: line 1 column 1 (char 0)'
      : 'Expecting value';
  const before = text.slice(0, position).split('\n');
  return `Expecting value: line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1} (char ${position})`;
}

function isWord(text: string): boolean {
  return !/^[[{"\d-]/.test(text);
}

/** Checks depth and number of members. @throws Malformed */
function checkSize(value: unknown): void {
  let members = 0;
  const visit = (item: unknown, depth: number): void => {
    if (typeof item !== 'object' || item === null) return;
    if (depth > MAX_DEPTH)
      throw new Malformed(`JSON parse error - nested more than ${MAX_DEPTH} levels deep`);
    for (const member of Object.values(item)) {
      members += 1;
      if (members > MAX_KEYS) throw new Malformed(`JSON parse error - more than ${MAX_KEYS} members`);
      visit(member, depth + 1);
    }
  };
  visit(value, 1);
}

/** Parses a form; URLSearchParams would silently replace bytes that are not UTF-8. @throws Malformed */
function parseForm(bytes: Buffer): URLSearchParams {
  if (!isUtf8(bytes) || !isUtf8(withoutEscapes(bytes)))
    throw new Malformed('Form parse error - the body is not valid UTF-8');
  return new URLSearchParams(bytes.toString('utf8'));
}

const PERCENT = 0x25;

/** Puts the bytes that percent escapes mean in their places, in one pass: a body may have 300,000 of them. */
function withoutEscapes(bytes: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const value = byte === PERCENT ? hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2]) : Number.NaN;
    decoded[length] = Number.isNaN(value) ? byte : value;
    if (!Number.isNaN(value)) at += 2;
    length += 1;
  }
  return decoded.subarray(0, length);
}

/** The value of the character of a hexadecimal digit; NaN for another. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** Parses a multipart form without its files, which no field takes. @throws Malformed */
async function multipart(bytes: Buffer, contentType: string): Promise<Iterable<[string, string]>> {
  let parts: readonly [string, FormDataEntryValue][];
  try {
    const body = new Uint8Array(bytes);
    parts = [...(await new Response(body, { headers: { 'content-type': contentType } }).formData())];
  } catch {
    throw new Malformed('Multipart form parse error - Invalid boundary in multipart');
  }
  const texts = parts.flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  if (texts.length === parts.length && !isUtf8(bytes)) {
    throw new Malformed('Multipart form parse error - the body is not valid UTF-8');
  }
  return texts;
}

/** Turns `repository.url=…` into `{ repository: { url } }`; the last value of a repeated name counts. */
function nestFields(form: Iterable<[string, string]>): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null);
  let members = 0;
  for (const [name, value] of form) {
    members += 1;
    if (members > MAX_KEYS) throw new Malformed(`Form parse error - more than ${MAX_KEYS} fields`);
    const dot = name.indexOf('.');
    if (dot === -1) {
      body[name] = value;
      continue;
    }
    const [first, second] = [name.slice(0, dot), name.slice(dot + 1)];
    const inner = body[first];
    const record = typeof inner === 'object' && inner !== null ? inner : Object.create(null);
    body[first] = Object.assign(record, { [second]: value });
  }
  return { ...body };
}

/**
 * Reads and drops the rest of a body, so that its sender gets the refusal: a client that is cut off while it sends
 * reports a broken connection and never reads the answer. Never rejects.
 */
export function discardBody(request: IncomingMessage): Promise<void> {
  const { headers } = request;
  const isEmpty = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
  if (isEmpty) return Promise.resolve();
  // What has arrived already, and nobody has read, is there for the log.
  const isUnread = request.readableFlowing === null && recordingOf(request)?.keepsBodies === true;
  if (request.destroyed || (request.complete && !isUnread)) return Promise.resolve();
  return new Promise((resolve) => {
    const keep = bodyKeeper(request);
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      keep(chunk, length);
      if (length > MAX_DISCARDED_BYTES) resolve();
    });
    for (const event of ['end', 'close', 'error']) request.on(event, () => resolve());
  });
}

/** Keeps the body of a refused request for the log, where it was not read before and is not too large. */
function bodyKeeper(request: IncomingMessage): (chunk: Buffer, length: number) => void {
  const recording = recordingOf(request);
  if (!recording?.keepsBodies || request.readableFlowing !== null) return () => {};
  const chunks: Buffer[] = [];
  request.on('end', () => {
    if (chunks.length > 0) recording.body = Buffer.concat(chunks);
  });
  return (chunk, length) => {
    if (length <= MAX_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  };
}

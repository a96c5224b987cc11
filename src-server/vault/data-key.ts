import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** A value cannot be decrypted: damaged, moved, or encrypted with another key. The message never shows the value. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
  constructor() {
    super('A stored value cannot be decrypted: it is damaged, or was encrypted with another key.');
  }
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Makes the key that encrypts environment values: 256 random bits per installation (architecture, decision 9). */
export function newDataKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/** Identifies a key by 32 bytes from which it cannot be computed. */
export function dataKeyFingerprint(key: Uint8Array): Buffer {
  return createHmac('sha256', key).update('lectern data key check').digest();
}

/**
 * Encrypts a value: format byte, 96-bit random nonce, tag, AES-256-GCM ciphertext (safety S8). `context` names its place
 * (variable and project), so that it can be decrypted nowhere else.
 */
export function sealValue(key: Uint8Array, context: string, value: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    additionalData(context),
  );
  const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a value. @throws DecryptionError when it was changed, has another context, or the key is different */
export function openValue(key: Uint8Array, context: string, sealed: Uint8Array): string {
  if (sealed.length < HEADER_BYTES || sealed[0] !== FORMAT) throw new DecryptionError();
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(additionalData(context))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new DecryptionError();
  }
}

/** Formats the key for a vault. */
export function dataKeyToText(key: Uint8Array): string {
  return Buffer.from(key).toString('base64');
}

/** Parses the key of a vault; undefined when the text is not a key. */
export function dataKeyFromText(text: string): Uint8Array | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && dataKeyToText(key) === text ? key : undefined;
}

function additionalData(context: string): Buffer {
  return Buffer.concat([Buffer.of(FORMAT), Buffer.from(context, 'utf8')]);
}

import { homedir, tmpdir } from 'node:os';
import type { Store } from '../../store/open-store.ts';
import { tokenDigest } from '../../vault/api-token.ts';
import type { EnvironmentVariablesService } from '../variables/environment-variables.ts';
import type { IntegrationsService } from '../webhooks/integrations.ts';

/** Takes out of texts what must not leave this computer. */
export type KitSecrets = {
  readonly clean: (text: string) => string;
  /** Finds the first secret that the bytes of a file still hold, by what it is. */
  readonly find: (bytes: Uint8Array) => string | undefined;
};

type Needle = { readonly text: string; readonly what: string; readonly placeholder: string };

/** Shorter values, such as "1" or "yes", are words of their own. */
const MIN_LENGTH = 4;
/** Shorter ones, such as "true" or "main", may stand in a file without being the secret. */
const MIN_LENGTH_IN_FILES = 8;
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)([^/\s@"']+)@/gi;
const SSH_USER = /^(?:git\+)?ssh:\/\/[\w.-]+@$/i;
const HOMES = /(?:\/(?:home|Users)\/|[A-Za-z]:\\Users\\)[^/\\\s"':;,)]+/g;
const TOKEN = /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/gi;

/** Collects tokens, values of variables, secrets and addresses of hooks, and paths of this computer. */
export async function collectKitSecrets(
  store: Store,
  projectIds: readonly number[],
  variables: EnvironmentVariablesService,
  integrations: IntegrationsService,
  folders: readonly string[],
): Promise<KitSecrets> {
  const needles: Needle[] = [];
  const add = (text: string | null, what: string, placeholder: string) => {
    if (text === null || text.length < MIN_LENGTH) return;
    for (const spelling of spellings(text)) needles.push({ text: spelling, what, placeholder });
  };
  for (const { url } of store.repositories.all())
    for (const part of credentialsOf(url)) add(part, 'a password of a repository', '(password)');
  for (const id of projectIds) {
    for (const value of (await variables.forBuild(id)).values())
      add(value, 'the value of a variable', '(value)');
    for (const integration of store.integrations.ofProject(id))
      add(await integrations.secretOf(integration.id), 'the secret of a hook', '(secret)');
    for (const { url } of store.buildWebhooks.ofProject(id))
      add(url, 'the address of a webhook', 'https://hook.invalid/');
  }
  for (const folder of folders) add(folder, 'the data folder', '(data folder)');
  add(homedir(), 'the home folder', '~');
  add(tmpdir(), 'the folder of temporary files', '(temporary folder)');
  // The longest first, so that a part of another one leaves no rest.
  needles.sort((a, b) => b.text.length - a.text.length);
  const isToken = (text: string) => store.tokens.ownerOf(tokenDigest(text.toLowerCase())) !== undefined;

  return {
    clean(text) {
      let cleaned = text.replace(CREDENTIALS, (found, scheme: string) =>
        SSH_USER.test(found) ? found : scheme,
      );
      for (const needle of needles) cleaned = cleaned.replaceAll(needle.text, needle.placeholder);
      return cleaned.replace(HOMES, '~').replace(TOKEN, (found) => (isToken(found) ? '(token)' : found));
    },
    find(bytes) {
      const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const needle = needles.find(({ text }) => text.length >= MIN_LENGTH_IN_FILES && file.includes(text));
      if (needle) return needle.what;
      return (file.toString('latin1').match(TOKEN) ?? []).some(isToken) ? 'a token' : undefined;
    },
  };
}

/** Returns a secret as it may stand in a text: as it is, in JSON, in an address, in base64 and in hexadecimal. */
function spellings(text: string): Set<string> {
  const bytes = Buffer.from(text);
  const encoded = [bytes.toString('base64').replaceAll('=', ''), bytes.toString('hex')];
  return new Set([
    text,
    JSON.stringify(text).slice(1, -1),
    ...(text.length >= MIN_LENGTH_IN_FILES ? [encodeURIComponent(text), ...encoded] : []),
  ]);
}

/** Returns what is secret before the host of a repository's address, encoded and as it is meant. */
function credentialsOf(url: string): string[] {
  const [, scheme = '', userInfo] = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)@/i.exec(url) ?? [];
  if (userInfo === undefined) return [];
  const [user = '', ...rest] = userInfo.split(':');
  const password = rest.join(':');
  // A name alone is how hosts take a token, except for SSH.
  const secret = password === '' && !/ssh/i.test(scheme) ? user : password;
  return secret === '' ? [] : [...new Set([secret, decoded(secret), userInfo])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

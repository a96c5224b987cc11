import { homedir, tmpdir } from 'node:os';
import type { Store } from '../../store/open-store.ts';
import { tokenDigest } from '../../vault/api-token.ts';
import type { EnvironmentVariablesService } from '../variables/environment-variables.ts';
import type { IntegrationsService } from '../webhooks/integrations.ts';

/** Takes out of texts what must not leave this computer. */
export type KitSecrets = {
  readonly clean: (text: string) => string;
  /** Finds the first secret that a text still holds, by what it is. */
  readonly find: (text: string) => string | undefined;
};

type Needle = { readonly text: string; readonly what: string; readonly placeholder: string };

/** Shorter values, such as "1" or "yes", are words of their own. */
const MIN_LENGTH = 4;
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@"']+@/gi;
const HOMES = /(?:\/(?:home|Users)\/|[A-Za-z]:\\Users\\)[^/\\\s"':;,)]+/g;
const TOKEN = /\b[0-9a-f]{40}\b/g;

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
    if (text !== null && text.length >= MIN_LENGTH) needles.push({ text, what, placeholder });
  };
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
  const isToken = (text: string) => store.tokens.ownerOf(tokenDigest(text)) !== undefined;

  return {
    clean(text) {
      let cleaned = text.replace(CREDENTIALS, '$1');
      for (const needle of needles) cleaned = cleaned.replaceAll(needle.text, needle.placeholder);
      return cleaned.replace(HOMES, '~').replace(TOKEN, (found) => (isToken(found) ? '(token)' : found));
    },
    find(text) {
      const needle = needles.find((each) => text.includes(each.text) || text.includes(escaped(each.text)));
      if (needle) return needle.what;
      return (text.match(TOKEN) ?? []).some(isToken) ? 'a token' : undefined;
    },
  };
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { secretsOfUrl, withoutSecrets } from '../../process/mask-secrets.ts';

/** What this machine's own settings of pip and uv say about indexes of packages and their certificates. */
export type PackageIndexes = {
  /** As variables of pip and uv. */
  readonly variables: Readonly<Record<string, string>>;
  /** Passwords among them. */
  readonly secrets: readonly string[];
};

/** The settings of pip that name indexes and certificates, with uv's variable for the same and what separates its values. */
const PIP_SETTINGS: Readonly<Record<string, readonly [uvVariable: string, separator: string] | undefined>> = {
  'index-url': ['UV_INDEX_URL', ' '],
  'extra-index-url': ['UV_EXTRA_INDEX_URL', ' '],
  'find-links': ['UV_FIND_LINKS', ','],
  'no-index': ['UV_NO_INDEX', ' '],
  'trusted-host': ['UV_INSECURE_HOST', ' '],
  cert: undefined,
  'client-cert': undefined,
};
const UV_INDEX_VARIABLE = /^UV_(?:DEFAULT_INDEX|INDEX(?:_\w+)?|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX)$/;
const UV_OTHER_VARIABLE = /^UV_(?:INSECURE_HOST|NATIVE_TLS|SYSTEM_CERTS)$/;
const ADDRESS = /\w+:\/\/[^\s,]+/g;
const UV_SECRET = /^UV_INDEX_\w+_(?:USERNAME|PASSWORD)$/;

/**
 * Reads the indexes and certificates that the person set for pip (variables and pip.conf) and uv (variables). A build's
 * HOME is an empty folder, so pip would not find the person's file there; the machine's own file it reads itself. uv knows
 * nothing of pip's settings, and gets them unless it has its own.
 */
export function readPackageIndexes(env: NodeJS.ProcessEnv = process.env): PackageIndexes {
  const pip = { ...settingsOfFiles(env), ...settingsOfEnvironment(env) };
  const uv = Object.entries(env).flatMap(([name, value = '']) =>
    UV_INDEX_VARIABLE.test(name) || UV_OTHER_VARIABLE.test(name) ? [[name, value] as const] : [],
  );
  const hasOwnIndexes = uv.some(([name]) => UV_INDEX_VARIABLE.test(name));
  const forUv = Object.entries(pip).flatMap(([key, values]) => {
    const [name, separator] = PIP_SETTINGS[key] ?? [];
    return name === undefined || hasOwnIndexes ? [] : [[name, values.join(separator)] as const];
  });
  const forPip = Object.entries(pip).map(([key, values]) => [variableOf(key), values.join(' ')] as const);
  const variables = Object.fromEntries([...forPip, ...forUv, ...uv]);
  const secrets = Object.entries(variables).flatMap(([name, value]) =>
    UV_SECRET.test(name) ? [value] : (value.match(ADDRESS) ?? []).flatMap(secretsOfUrl),
  );
  return { variables, secrets };
}

/** Returns the settings without passwords, for the code of a pull request. */
export function withoutIndexSecrets(variables: PackageIndexes['variables']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      UV_SECRET.test(name) ? [] : [[name, value.replaceAll(ADDRESS, withoutSecrets)]],
    ),
  );
}

/** Returns whether the settings have something that only pip understands. */
export function needsPip(env: Readonly<Record<string, string>>): boolean {
  return env.PIP_CERT !== undefined || env.PIP_CLIENT_CERT !== undefined;
}

type Settings = Readonly<Record<string, readonly string[]>>;

function settingsOfEnvironment(env: NodeJS.ProcessEnv): Settings {
  return Object.fromEntries(
    Object.keys(PIP_SETTINGS).flatMap((key) => {
      const value = env[variableOf(key)];
      return value === undefined ? [] : [[key, splitValues(key, value)]];
    }),
  );
}

/** Reads the person's files as pip does: a file named by PIP_CONFIG_FILE replaces those of the person. */
function settingsOfFiles(env: NodeJS.ProcessEnv): Settings {
  const named = env.PIP_CONFIG_FILE;
  const texts = (named ? [named] : personalFiles(env)).map(textOf);
  const sections = ['global', 'install'].flatMap((section) =>
    texts.map((text) => readSection(text, section)),
  );
  return Object.assign({}, ...sections);
}

function personalFiles(env: NodeJS.ProcessEnv): readonly string[] {
  const home = homedir();
  if (process.platform === 'win32')
    return [join(home, 'pip', 'pip.ini'), join(env.APPDATA ?? home, 'pip', 'pip.ini')];
  const config = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'pip', 'pip.conf');
  const mac = join(home, 'Library', 'Application Support', 'pip', 'pip.conf');
  return [join(home, '.pip', 'pip.conf'), config, ...(process.platform === 'darwin' ? [mac] : [])];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // There is none, or pip could not read it either.
  }
}

/** Reads the wanted settings of a section in the format of Python's configparser: indented lines continue a value. */
function readSection(text: string, section: string): Settings {
  const found: { [key: string]: string } = {};
  let current = '';
  let key: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:[#;].*)?$/.test(line)) continue;
    const header = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) {
      current = header;
      key = undefined;
    } else if (/^\s/.test(line) && key !== undefined) {
      found[key] += ` ${line.trim()}`;
    } else {
      const [, name = '', value = ''] = /^\s*([^=:]+?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
      const known = name.toLowerCase().replaceAll('_', '-').replace(/^--/, '');
      key = current === section && Object.hasOwn(PIP_SETTINGS, known) ? known : undefined;
      if (key !== undefined) found[key] = value;
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, splitValues(name, value)]));
}

/** Splits a setting with several values, and finds the person's home folder, which is not the build's. */
function splitValues(key: string, value: string): readonly string[] {
  // The path of a certificate may have spaces.
  const values = key.endsWith('cert') ? [value] : value.split(/\s+/);
  return values.filter(Boolean).map((each) => each.replace(/^~(?=\/|$)/, homedir()));
}

function variableOf(key: string): string {
  return `PIP_${key.toUpperCase().replaceAll('-', '_')}`;
}

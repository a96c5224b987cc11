/** The moments at which git can call us; `post-receive` is for bare repositories, into which people push. */
export const HOOK_EVENTS = ['post-commit', 'post-merge', 'post-rewrite', 'post-receive'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A repository on this machine, as its hooks see it. */
export type HookRepository = {
  /** The working tree; of a bare repository the repository itself. */
  readonly folder: string;
  /** Where its data is; shared by all its working trees. */
  readonly gitFolder: string;
  /** Where git looks for hooks. */
  readonly hooksFolder: string;
  readonly isBare: boolean;
  /** Addresses of its remotes. */
  readonly remotes: readonly string[];
};

/** What a hook calls. */
export type HookTarget = {
  readonly project: string;
  readonly integrationId: number;
  readonly secret: string;
  /** Where Lectern says at which address it answers; or that address itself. */
  readonly server: { readonly holderFile: string } | { readonly url: string };
};

/** A block of ours in a hook. */
export type HookBlock = { readonly project: string; readonly integrationId: number };

/** A hook with our block in it. */
export type InstalledHook = HookBlock & { readonly event: HookEvent; readonly file: string };

/** What can be done with the hooks of repositories on this machine (builder/git-hook.ts). */
export type GitHooks<Target = HookTarget> = {
  /** @throws NotFound when the path is no repository */
  readonly find: (path: string) => Promise<HookRepository>;
  /** @throws Conflict with what to do when ours cannot go there */
  readonly check: (repository: HookRepository, event: HookEvent) => Promise<void>;
  readonly installed: (repository: HookRepository) => Promise<InstalledHook[]>;
  /** Gives the file. @throws Conflict as `check` does */
  readonly install: (repository: HookRepository, event: HookEvent, target: Target) => Promise<string>;
  /** Gives what was there. */
  readonly remove: (repository: HookRepository) => Promise<InstalledHook[]>;
};

const BEGIN = '# >>> lectern';
const END = '# <<< lectern';
const BLOCK = new RegExp(`^${BEGIN}: integration (\\d+) of ([-\\w]+)\\..*\\n[^]*?^${END}\\n?`, 'm');
const SHEBANG = '#!/bin/sh\n';
/** Shells that read what we write. */
const SHELL = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?\S*\b(?:sh|bash|dash|ash|ksh|zsh)\b/;

/** The event that is meant where nobody names one. */
export const defaultHookEvent = ({ isBare }: Pick<HookRepository, 'isBare'>): HookEvent =>
  isBare ? 'post-receive' : 'post-commit';

/** What the integration of a hook is noted to be for; `machine` names another one than Lectern's own. */
export function hookNote(
  { folder }: Pick<HookRepository, 'folder'>,
  event: HookEvent,
  machine?: string,
): string {
  return `${folder}${machine === undefined ? '' : ` on ${machine}`} (${event})`;
}

/**
 * The ids of integrations that were made for one hook: those of its note, and the one that its block names. A block may
 * name an integration of another Lectern, so that one counts only if it was made for a hook in this folder.
 */
export function hookIntegrationIds(
  integrations: readonly { readonly id: number; readonly note: string | null }[],
  { folder }: Pick<HookRepository, 'folder'>,
  note: string,
  blockIntegrationId: number | undefined,
): number[] {
  return integrations
    .filter(
      (each) => each.note === note || (each.id === blockIntegrationId && noteNamesFolder(each.note, folder)),
    )
    .map(({ id }) => id);
}

function noteNamesFolder(note: string | null, folder: string): boolean {
  return note !== null && (note.startsWith(`${folder} (`) || note.startsWith(`${folder} on `));
}

/** Our block in this text of a hook; undefined when it has none. */
export function findHookBlock(text: string): HookBlock | undefined {
  const [, id, project] = BLOCK.exec(text) ?? [];
  return id === undefined || project === undefined ? undefined : { project, integrationId: Number(id) };
}

/** The text without our block; '' when nothing else was in it. */
export function removeHookBlock(text: string): string {
  const rest = text.replace(BLOCK, '');
  return rest.trim() === SHEBANG.trim() ? '' : rest;
}

/** Why our block cannot go into a hook that is there; undefined when it can. */
export function hookConflictReason(text: string, event: HookEvent): string | undefined {
  const rest = removeHookBlock(text);
  if (rest === '') return undefined;
  if (event === 'post-receive') return 'both would want to read which branches were pushed';
  return SHELL.test(rest) ? undefined : 'it is no shell script';
}

/** The text with our block in it, first: what is there may end early. */
export function insertHookBlock(text: string, block: string): string {
  const rest = removeHookBlock(text);
  if (rest === '') return SHEBANG + block;
  const firstLineEnd = rest.indexOf('\n') + 1;
  if (firstLineEnd === 0) return `${rest}\n${block}`;
  return rest.slice(0, firstLineEnd) + block + rest.slice(firstLineEnd);
}

/**
 * What a hook runs: it asks for a build of the branch, in the background and silently, and does nothing while Lectern
 * does not run. The secret goes to curl through a pipe, since everybody sees the words of a command.
 */
export function formatHookBlock(repository: HookRepository, event: HookEvent, target: HookTarget): string {
  const { project, integrationId, secret, server } = target;
  const { hooksFolder, gitFolder } = repository;
  const isShared = !/^[/\\]/.test(
    hooksFolder.startsWith(gitFolder) ? hooksFolder.slice(gitFolder.length) : '',
  );
  const requestBuild = (indent: string) => [
    `${indent}printf 'token=%s' ${shellQuote(secret)} |`,
    `${indent}  curl --silent --max-time 10 --noproxy '*' --data @- --data-urlencode "branches=$branch" \\`,
    `${indent}    "$url/api/v2/webhook/${project}/${integrationId}/" &`,
  ];
  const resolveUrl =
    'url' in server
      ? [`  url=${shellQuote(server.url)}`]
      : [
          `  url=$(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' ${shellQuote(server.holderFile)}) || exit 0`,
          '  [ -n "$url" ] || exit 0',
        ];
  const lines = [
    `${BEGIN}: integration ${integrationId} of ${project}. Asks for a build; "lectern hook remove" takes this out.`,
    '(',
    ...(isShared
      ? [`  [ "$(cd "$(git rev-parse --git-common-dir)" && pwd -P)" = ${shellQuote(gitFolder)} ] || exit 0`]
      : []),
    ...(event === 'post-receive' ? [] : ['  branch=$(git symbolic-ref --quiet --short HEAD) || exit 0']),
    ...resolveUrl,
    ...(event === 'post-receive'
      ? [
          '  while read -r _ new ref; do',
          '    case $new in *[!0]*) ;; *) continue ;; esac',
          '    case $ref in',
          `      refs/heads/*) branch=\${ref#refs/heads/} ;;`,
          `      refs/tags/*) branch=\${ref#refs/tags/} ;;`,
          '      *) continue ;;',
          '    esac',
          ...requestBuild('    '),
          '  done',
        ]
      : requestBuild('  ')),
    `)${event === 'post-receive' ? '' : ' </dev/null'} >/dev/null 2>&1`,
    END,
  ];
  return `${lines.join('\n')}\n`;
}

/** A text as one word of a shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The folder that an address of a repository names on this machine; undefined for any other address. */
export function localFolder(address: string): string | undefined {
  const url = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(address)?.[1];
  if (url !== undefined) return decodePath(url).replace(/^\/([a-z]:)/i, '$1');
  return /^(?:\/|[a-z]:[\\/])/i.test(address) ? address : undefined;
}

/** Whether two addresses name one repository: by path, or by host and path whatever the transport. */
export function isSameRepository(one: string, other: string): boolean {
  return repositoryKey(one) === repositoryKey(other);
}

function repositoryKey(address: string): string {
  const short = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)(.+)$/.exec(address);
  const long = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?([^/]*)(\/.*)?$/i.exec(address);
  if (long?.[1]?.toLowerCase() === 'file') return normalizeLocalPath(decodePath(long[3] ?? ''));
  if (long) return normalizeHostPath(long[2] ?? '', long[3] ?? '');
  if (short && !address.startsWith('/')) return normalizeHostPath(short[1] ?? '', short[2] ?? '');
  return normalizeLocalPath(address);
}

function normalizeLocalPath(path: string): string {
  return path.replace(/[/\\]+$/, '').replace(/[/\\]\.git$/, '');
}

function normalizeHostPath(host: string, path: string): string {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return `${name}/${path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')}`;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

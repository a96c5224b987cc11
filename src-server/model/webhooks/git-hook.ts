/** Hooks of git that Lectern installs; `post-receive` is for bare repositories, to which people push. */
export const HOOK_EVENTS = ['post-commit', 'post-merge', 'post-rewrite', 'post-receive'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** A repository on this machine, with the folders of its hooks. */
export type HookRepository = {
  /** The working tree; for a bare repository the repository itself. */
  readonly folder: string;
  /** The folder of its data, shared by all its working trees. */
  readonly gitFolder: string;
  /** The folder in which git looks for hooks. */
  readonly hooksFolder: string;
  readonly isBare: boolean;
  /** Addresses of its remotes. */
  readonly remotes: readonly string[];
};

/** The integration that a hook calls. */
export type HookTarget = {
  readonly project: string;
  readonly integrationId: number;
  readonly secret: string;
  /** The file with the URL at which Lectern answers, or that URL. */
  readonly server: { readonly holderFile: string } | { readonly url: string };
};

/** Lectern's block in a hook. */
export type HookBlock = { readonly project: string; readonly integrationId: number };

/** A hook with Lectern's block. */
export type InstalledHook = HookBlock & { readonly event: HookEvent; readonly file: string };

/** Finds, installs and removes hooks of repositories on this machine (builder/git-hook.ts). */
export type GitHooks<Target = HookTarget> = {
  /** @throws NotFound when the path is no repository */
  readonly find: (path: string) => Promise<HookRepository>;
  /** Checks that the block can be installed. @throws Conflict with what to do when it cannot */
  readonly check: (repository: HookRepository, event: HookEvent) => Promise<void>;
  readonly installed: (repository: HookRepository) => Promise<InstalledHook[]>;
  /** Installs the block and gives the hook's file. @throws Conflict as `check` does */
  readonly install: (repository: HookRepository, event: HookEvent, target: Target) => Promise<string>;
  /** Removes the blocks and gives the hooks that had one. */
  readonly remove: (repository: HookRepository) => Promise<InstalledHook[]>;
};

const BEGIN = '# >>> lectern';
const END = '# <<< lectern';
const BLOCK = new RegExp(`^${BEGIN}: integration (\\d+) of ([-\\w]+)\\..*\\n[^]*?^${END}\\n?`, 'm');
const SHEBANG = '#!/bin/sh\n';
/** Shells that understand the block. */
const SHELL = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?\S*\b(?:sh|bash|dash|ash|ksh|zsh)\b/;

/** Gives the hook to install by default. */
export const defaultHookEvent = ({ isBare }: Pick<HookRepository, 'isBare'>): HookEvent =>
  isBare ? 'post-receive' : 'post-commit';

/** Makes the note of a hook's integration; `machine` names another machine than Lectern's own. */
export function hookNote(
  { folder }: Pick<HookRepository, 'folder'>,
  event: HookEvent,
  machine?: string,
): string {
  return `${folder}${machine === undefined ? '' : ` on ${machine}`} (${event})`;
}

/**
 * Finds the integrations created for one hook: those with its note, and the one that its block names. A block may name
 * an integration of another Lectern, so that one counts only if its note names this folder.
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

/** Finds Lectern's block in the text of a hook; undefined without one. */
export function findHookBlock(text: string): HookBlock | undefined {
  const [, id, project] = BLOCK.exec(text) ?? [];
  return id === undefined || project === undefined ? undefined : { project, integrationId: Number(id) };
}

/** Removes Lectern's block; gives '' when the hook has nothing else. */
export function removeHookBlock(text: string): string {
  const rest = text.replace(BLOCK, '');
  return rest.trim() === SHEBANG.trim() ? '' : rest;
}

/** Tells why the block cannot be added to an existing hook; undefined when it can. */
export function hookConflictReason(text: string, event: HookEvent): string | undefined {
  const rest = removeHookBlock(text);
  if (rest === '') return undefined;
  if (event === 'post-receive') return 'both hooks would read the pushed branches';
  return SHELL.test(rest) ? undefined : 'it is not a shell script';
}

/** Inserts the block first, since the rest of a hook may exit early. */
export function insertHookBlock(text: string, block: string): string {
  const rest = removeHookBlock(text);
  if (rest === '') return SHEBANG + block;
  const firstLineEnd = rest.indexOf('\n') + 1;
  if (firstLineEnd === 0) return `${rest}\n${block}`;
  return rest.slice(0, firstLineEnd) + block + rest.slice(firstLineEnd);
}

/**
 * Makes the block: it requests a build of the branch silently in the background, and does nothing while Lectern is not
 * running. The secret goes to curl through a pipe, since all users can see a command's arguments.
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

/** Quotes a text as one word of a shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Gives the folder on this machine that a repository's address names; undefined for any other address. */
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

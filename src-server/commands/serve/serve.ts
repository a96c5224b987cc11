import { VERSION } from '../../core.ts';
import { prepareControl } from '../../host/runtime/control/control-door.ts';
import { controlProblem } from '../../host/runtime/control/control-host.ts';
import type { Switchable } from '../../host/workspaces/open-switchable.ts';
import { type Lectern, openLectern } from '../../lectern.ts';
import { DIALECTS, type Dialect } from '../../model/base/dialect.ts';
import { BUILD_TOOLS_OF, type BuildWith } from '../../model/projects/project-keys.ts';
import { windowLink } from '../../model/window/link-call.ts';
import type { LecternOptions } from '../../options.ts';
import { PROGRAM, UsageError } from '../command-line.ts';
import { kitSource, loadKit } from '../data/kits.ts';
import { allowSeeded, loadSeed, readSeed, type SeedFile, seedSummary } from '../data/seed.ts';
import { resolveDataFolder } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { waitForShutdown } from '../wait-for-shutdown.ts';
import { operator } from '../with-core.ts';
import { docsLinks, warnOfOpenDocs } from './docs-links.ts';
import { guiFolder } from './gui-folder.ts';
import { controlText, exposureWarning, startupText, tokenText, UNSIGNED_WARNING } from './startup-text.ts';

/** The options of `serve`. */
export type ServeOptions = {
  readonly port: string | undefined;
  readonly data: string | undefined;
  readonly workspace: string | undefined;
  readonly seed: string | undefined;
  readonly kit: string | undefined;
  readonly user: readonly string[];
  readonly memory: boolean;
  readonly dialect: Dialect | undefined;
  /** `current:8643`. */
  readonly also: string | undefined;
  readonly throttle: boolean;
  readonly host: string;
  readonly 'allow-host': readonly string[];
  readonly 'private-docs': 'ask' | 'show' | undefined;
  readonly 'docs-link': readonly string[];
  readonly 'allow-origin': readonly string[];
  readonly keychain: 'auto' | 'off' | 'only';
  readonly gui: boolean;
  readonly 'trust-builds': boolean;
  readonly 'allow-builds': boolean;
  readonly 'build-with': BuildWith | undefined;
  readonly 'no-builds': boolean;
  readonly 'accept-unsigned-webhooks': boolean;
  readonly control: boolean;
  readonly 'end-with-stdin': boolean;
  readonly quiet: boolean;
};

// The next start with the same user replaces this token, and no other.
const TOKEN_NAME = 'serve --user';

/** `serve`: runs until a signal ends it. @throws what openLectern throws @throws SeedRefused */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  if (options.memory && options.workspace !== undefined)
    throw new UsageError('--memory and --workspace exclude each other.');
  if (options.memory && options.data !== undefined)
    throw new UsageError('--memory and --data exclude each other.');
  if (options['no-builds'] && options['trust-builds'])
    throw new UsageError('--no-builds and --trust-builds exclude each other.');
  const data = options.memory ? null : resolveDataFolder(options.data).root;
  const problem = options.control ? controlProblem(options.host, data) : undefined;
  if (problem !== undefined) throw new UsageError(problem);
  const shutdown = waitForShutdown(terminal, options['end-with-stdin'] ? process.stdin : undefined);
  const seed = options.seed === undefined ? undefined : readSeed(options.seed);
  const gui = options.gui ? guiFolder() : undefined;
  const warning = exposureWarning(options.host);
  if (warning) terminal.log(warning);
  if (options['accept-unsigned-webhooks']) terminal.log(UNSIGNED_WARNING);
  let printNewLink = () => {};
  const lecternOptions: LecternOptions = {
    gui,
    onKeyUsed: () => printNewLink(),
    linkCommand: linkCommand(options),
    data,
    host: options.host,
    ...(options.port !== undefined && { port: Number(options.port) }),
    ...(options.dialect !== undefined && { dialect: options.dialect }),
    ...(options.also !== undefined && { also: parseAlso(options.also) }),
    throttle: options.throttle,
    allowedHosts: [...options['allow-host']],
    allowedOrigins: [...options['allow-origin']],
    keychain: options.keychain,
    builds: !options['no-builds'],
    trustBuilds: options['trust-builds'],
    ...(options['build-with'] && { buildTools: BUILD_TOOLS_OF[options['build-with']] }),
    privateDocs: options['private-docs'],
    acceptUnsignedWebhooks: options['accept-unsigned-webhooks'],
    control: options.control,
    what: 'server',
    log: terminal.log,
  };
  const host = canSwitch(options) ? await openWithWorkspaces(lecternOptions, options, terminal) : undefined;
  const lectern = host ? host.first : await openLectern(lecternOptions);
  try {
    const loaded = await loadFirst(lectern, seed, options.kit, options['allow-builds'], terminal);
    const tokens = issueTokens(lectern, options.user, terminal);
    const docs = docsLinks(lectern, options['docs-link'], terminal);
    const link = gui === undefined ? undefined : await oneTimeLink(lectern);
    if (lectern.control) await prepareControl(lectern, lectern.control);
    printStartup(lectern, { tokens, loaded, link, docs }, options.quiet, terminal);
    warnOfOpenDocs(lectern, options.host, terminal);
    printNewLink = () => {
      void oneTimeLink(host?.current() ?? lectern).then((next) =>
        terminal.log(`  Window   opened. Link for another browser: ${next}`),
      );
    };
    const lost = await Promise.race([shutdown, ...(host ? [host.lost] : [])]);
    if (lost !== undefined) throw lost;
  } finally {
    await (host ?? lectern).close();
  }
  return 0;
}

/** Reads `current:8643`, which the command line has checked. */
function parseAlso(text: string): LecternOptions['also'] {
  const [name, port] = text.split(':');
  const dialect = DIALECTS.find((each) => each === name);
  return dialect && { dialect, port: Number(port) };
}

/** Loads the kit, then the seed file; says what came in. @throws KitRefused @throws SeedRefused */
async function loadFirst(
  lectern: Lectern,
  seed: SeedFile | undefined,
  kit: string | undefined,
  allowBuilds: boolean,
  terminal: Terminal,
): Promise<string | undefined> {
  const parts: string[] = [];
  if (kit !== undefined) {
    const {
      name,
      buildable: _,
      left: __,
      played,
      ...report
    } = await loadKit(lectern.services.kits, kitSource(kit));
    const missing =
      played.missing.length > 0 ? ` (builds without ${played.missing.join(' and ')} are played)` : '';
    parts.push(`the kit ${name} with ${seedSummary(report)}${missing}`);
  }
  if (seed) {
    parts.push(seedSummary(await loadSeed(lectern, seed)));
    allowSeeded(lectern, seed, { isAllowed: allowBuilds }, terminal);
  }
  return parts.length === 0 ? undefined : parts.join(', and ');
}

/** Returns the command that prints a link to the window of this server. What was typed for a folder is not shown to a browser. */
function linkCommand({ memory, data, workspace }: ServeOptions): string | undefined {
  if (memory) return undefined;
  if (workspace !== undefined) return `${PROGRAM} link --workspace NAME`;
  return data === undefined ? `${PROGRAM} link` : `${PROGRAM} link --data FOLDER`;
}

/** Whether the window may switch: not from a folder that was named, nor below a test suite. */
function canSwitch({ gui, memory, data, workspace, control }: ServeOptions): boolean {
  return gui && !memory && !control && (data === undefined || workspace !== undefined);
}

async function openWithWorkspaces(
  lecternOptions: LecternOptions,
  { keychain }: ServeOptions,
  terminal: Terminal,
): Promise<Switchable> {
  const { openSwitchable } = await import('../../host/workspaces/open-switchable.ts');
  const { machineWorkspaces } = await import('../../host/workspaces/machine-workspaces.ts');
  return openSwitchable(lecternOptions, machineWorkspaces({ keychain, log: terminal.log }));
}

function issueTokens(
  { services }: Lectern,
  names: readonly string[],
  terminal: Terminal,
): Record<string, string> {
  return Object.fromEntries(
    [...new Set(names)].map((name) => {
      const user = services.users.ensure(operator, name);
      if (!user.active)
        terminal.log(`${name} is deactivated: their tokens do not work until "user activate".`);
      return [name, services.tokens.replace(operator, user, TOKEN_NAME).token];
    }),
  );
}

/** Makes a link that opens the window once. */
async function oneTimeLink({ url, desk }: Lectern): Promise<string> {
  return windowLink(url, (await desk()).newKey());
}

type StartupDetails = {
  readonly tokens: Record<string, string>;
  readonly loaded: string | undefined;
  readonly link: string | undefined;
  /** Links to the documentation of projects, by slug. */
  readonly docs: Readonly<Record<string, string>>;
};

function printStartup(
  lectern: Lectern,
  { tokens, loaded, link, docs }: StartupDetails,
  quiet: boolean,
  terminal: Terminal,
): void {
  const { url, dialect, also, folder, services, secrets, control } = lectern;
  // The window asks for a name itself.
  const anyUser = link !== undefined || services.users.list(operator).length > 0;
  const text = startupText({
    ...{ version: VERSION, url, dialect: dialect(), also },
    data: folder?.root ?? null,
    anyUser,
  });
  if (loaded) text.push(`  Loaded   ${loaded}`);
  if (link) text.push(`  Window   ${link} (works once)`);
  const docsText = Object.values(docs).map((each) => `  Docs     ${each} (works once)`);
  const lines = [...(quiet ? [] : text), ...tokenText(url, tokens), ...docsText, ...controlText(control)];
  terminal.answer(
    {
      ...{ event: 'listening', url, dialect: dialect(), tokens },
      ...(also && { also }),
      ...(link && { window: link }),
      ...(control && { control: { url: control.url, key: control.key } }),
      ...(docsText.length > 0 && { docs }),
      pid: process.pid,
    },
    lines,
  );
  warnIfKeyMissing(lectern, terminal);
  if (quiet) return;
  if (terminal.json) for (const line of text) terminal.log(line);
  // This may take until the user unlocks the keychain, so requests do not wait for it.
  secrets.state().then(
    ({ reason, path }) => terminal.log(`  Secrets  ${reason}${path ? ` (${path})` : ''}`),
    (error: unknown) =>
      terminal.log(`  Secrets  ${error instanceof Error ? error.message : 'cannot be reached'}`),
  );
}

// Without the key neither builds nor new variables work, so the warning comes at the start.
function warnIfKeyMissing({ store, secrets }: Lectern, terminal: Terminal): void {
  if (!store.environmentVariables.any()) return;
  secrets.dataKey().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'The data key is not available.';
    terminal.log(`Warning: environment variables can be neither set nor used now. ${reason}`);
  });
}

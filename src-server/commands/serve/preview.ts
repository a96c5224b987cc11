import { type Lectern, openLectern } from '../../lectern.ts';
import { Invalid, Problem } from '../../model/base/problems.ts';
import type { PreviewCall, PreviewLine } from '../../model/previews/preview-call.ts';
import { windowLink } from '../../model/window/link-call.ts';
import { followPreview } from '../../services/previews/follow-preview.ts';
import { FolderInUse } from '../../store/file/database-problems.ts';
import { readCommandDoor } from '../../store/file/lock-holder.ts';
import { UsageError } from '../command-line.ts';
import { resolveDataFolder, resolvePathArg } from '../paths.ts';
import type { Terminal } from '../terminal.ts';
import { waitForShutdown } from '../wait-for-shutdown.ts';
import { operator } from '../with-core.ts';
import { guiFolder } from './gui-folder.ts';
import { previewThere } from './preview-there.ts';

type PreviewOptions = {
  readonly 'build-with': 'fresh' | 'installed' | undefined;
  readonly port: string | undefined;
  readonly data: string | undefined;
  readonly keychain: 'auto' | 'off' | 'only';
};

const TOOLS = { fresh: 'own', installed: 'machine' } as const;

/**
 * `preview PATH`: previews a folder until a signal ends it, in the Lectern that has the data folder open, else in one of
 * its own. @throws Problem and what openLectern throws
 */
export async function preview(options: PreviewOptions, path: string, terminal: Terminal): Promise<number> {
  const tools = options['build-with'];
  const call: PreviewCall = { folder: resolvePathArg(path), ...(tools && { buildTools: TOOLS[tools] }) };
  const ended = new AbortController();
  void waitForShutdown(terminal).then(() => ended.abort());
  try {
    const lectern = await open(options, terminal);
    try {
      await previewHere(lectern, call, terminal, ended.signal);
    } finally {
      await lectern.close();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw asProblem(error);
    const folder = resolveDataFolder(options.data);
    const door = () => readCommandDoor(folder);
    if (!door()) throw error;
    const tellLine = (line: PreviewLine) => tell(line, terminal, undefined);
    await previewThere({ door, call, tell: tellLine, log: terminal.log, signal: ended.signal });
  }
  return 0;
}

/** Opens Lectern at its usual port, or at a free one where another program has that. */
async function open(options: PreviewOptions, terminal: Terminal): Promise<Lectern> {
  const common = {
    ...{ data: resolveDataFolder(options.data).root, keychain: options.keychain, builds: true },
    ...{ what: 'server' as const, log: terminal.log, gui: builtWindow() },
  };
  if (options.port !== undefined) return openLectern({ ...common, port: Number(options.port) });
  try {
    return await openLectern(common);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    return openLectern({ ...common, port: 0 });
  }
}

function builtWindow(): string | undefined {
  try {
    return guiFolder();
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function previewHere(
  lectern: Lectern,
  call: PreviewCall,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { folder, services, url, desk } = lectern;
  // Without a window, errors are in the terminal alone.
  const link = folder && builtWindow() !== undefined ? windowLink(url, (await desk()).newKey()) : undefined;
  await followPreview(services, operator, call, (line) => tell(line, terminal, link), signal);
}

/** Names the folder's problem as a command does, without the name of a field. */
function asProblem(error: unknown): unknown {
  return error instanceof Invalid ? new Problem(Object.values(error.errors).flat().join(' ')) : error;
}

function tell(line: PreviewLine, terminal: Terminal, window: string | undefined): void {
  terminal.answer(line.event === 'started' && window ? { ...line, window } : line, textOf(line, window));
}

function textOf(line: PreviewLine, window: string | undefined): readonly string[] {
  if (line.event === 'started')
    return [
      `Preview of ${line.folder} (Ctrl+C ends it)`,
      `  Pages    ${line.url}`,
      ...(window ? [`  Window   ${window} (works once)`] : []),
    ];
  if (line.event === 'ended') return ['The preview was stopped in the window.'];
  if (line.event === 'refused') return [line.message];
  const { event, milliseconds, problems, error, hasPages, output } = line;
  const places = problems.map(({ file, line: number, severity, message }) => {
    const place = file === null ? '' : `${file}:${number === null ? '' : `${number}:`} `;
    return `${place}${severity}: ${message}`;
  });
  const seconds = ((milliseconds ?? 0) / 1000).toFixed(1);
  const end = event === 'built' ? `Built in ${seconds} s` : event === 'gone' ? 'Waiting' : 'Failed';
  const isSaid = error === '' || problems.some(({ message }) => message === error);
  return [
    ...places,
    ...(output.length > 0 ? ['The end of the output:', ...output.map((each) => `  ${each}`)] : []),
    isSaid ? end : `${end}: ${error}`,
    ...(event === 'failed' && hasPages ? ['The pages of the last good build are still shown.'] : []),
  ];
}

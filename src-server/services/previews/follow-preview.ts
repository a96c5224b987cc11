import type { Preview } from '../../model/previews/preview.ts';
import type { PreviewCall, PreviewLine } from '../../model/previews/preview-call.ts';
import type { DocsSessions } from '../hosting/docs-sessions.ts';
import type { Actor } from '../kernel/actor.ts';
import type { PreviewsService } from './previews.ts';

/** How much of the output of a failed build is told. */
const LAST_LINES = 15;
/** How many commands follow a preview, and whether one of them started it. */
type Followed = { count: number; isOurs: boolean };
const followed = new WeakMap<PreviewsService, Map<number, Followed>>();

/**
 * Previews a folder for a command until `signal`, and tells what happens, a result at a time. One that the window started
 * goes on afterwards; others end with the last command, which may have called again. @throws what `start` throws
 */
export async function followPreview(
  { previews, docsSessions }: { readonly previews: PreviewsService; readonly docsSessions: DocsSessions },
  actor: Actor,
  call: PreviewCall,
  tell: (line: PreviewLine) => void,
  signal: AbortSignal,
): Promise<void> {
  const before = new Set(previews.list(actor).map(({ id }) => id));
  const { id, folder, url, project } = await previews.start(actor, call);
  const all = followed.get(previews) ?? new Map<number, Followed>();
  followed.set(previews, all);
  const ours = all.get(id) ?? { count: 0, isOurs: !before.has(id) };
  all.set(id, ours);
  ours.count += 1;
  const find = () => previews.list(actor).find((each) => each.id === id);
  tell({ event: 'started', folder, url: docsSessions.link(actor, url), project: project.slug });
  let told: Preview | undefined;
  await new Promise<void>((resolve) => {
    const look = () => {
      const preview = find();
      if (preview === undefined) tell({ event: 'ended' });
      if (preview === undefined || signal.aborted) return end();
      const line = resultOf(preview, () => previews.get(actor, id).output);
      if (line && hasNews(preview, told)) tell(line);
      if (line) told = preview;
    };
    const unsubscribe = previews.onChange((changed) => changed === id && look());
    const end = () => {
      unsubscribe();
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    look();
  });
  ours.count -= 1;
  if (ours.count > 0) return;
  all.delete(id);
  if (ours.isOurs && find()) await previews.stop(actor, id);
}

/** Returns what to tell of a preview; undefined while it is built. */
function resultOf(preview: Preview, output: () => string): PreviewLine | undefined {
  const { state, milliseconds, problems, error, revision } = preview;
  if (state === 'building') return undefined;
  const isPlaced = problems.some(({ severity, file }) => severity === 'error' && file !== null);
  return {
    event: state === 'ready' ? 'built' : state,
    milliseconds: state === 'ready' ? milliseconds : null,
    problems: [...problems],
    error,
    hasPages: revision > 0,
    output: state === 'failed' && !isPlaced ? output().trimEnd().split('\n').slice(-LAST_LINES) : [],
  };
}

function hasNews(now: Preview, told: Preview | undefined): boolean {
  if (told === undefined || now.revision !== told.revision || now.state !== told.state) return true;
  return now.problems !== told.problems;
}

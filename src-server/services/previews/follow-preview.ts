import type { Preview } from '../../model/previews/preview.ts';
import type { PreviewCall, PreviewLine } from '../../model/previews/preview-call.ts';
import type { DocsSessions } from '../hosting/docs-sessions.ts';
import type { Actor } from '../kernel/actor.ts';
import type { PreviewsService } from './previews.ts';

/**
 * Previews a folder for a command until `signal`, and tells what happens, a result at a time. One that was running before
 * goes on afterwards. @throws what `start` throws
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
  const find = () => previews.list(actor).find((each) => each.id === id);
  tell({ event: 'started', folder, url: docsSessions.link(actor, url), project: project.slug });
  let told: Preview | undefined;
  await new Promise<void>((resolve) => {
    const look = () => {
      const preview = find();
      if (preview === undefined) tell({ event: 'ended' });
      if (preview === undefined || signal.aborted) return end();
      const line = resultOf(preview);
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
  if (!before.has(id) && find()) await previews.stop(actor, id);
}

/** Returns what to tell of a preview; undefined while it is built. */
function resultOf({ state, milliseconds, problems, error }: Preview): PreviewLine | undefined {
  if (state === 'building') return undefined;
  const event = state === 'ready' ? 'built' : state;
  return { event, milliseconds: state === 'ready' ? milliseconds : null, problems: [...problems], error };
}

function hasNews(now: Preview, told: Preview | undefined): boolean {
  if (told === undefined || now.revision !== told.revision || now.state !== told.state) return true;
  return now.problems !== told.problems;
}

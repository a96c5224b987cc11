import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Preview, PreviewProblem } from '../../model/previews/preview.ts';
import type { PreviewsService } from '../../services/previews/previews.ts';

/** How many pages may listen at once; the oldest one is let go first. */
const MAX_LISTENERS = 100;
/** A sign of life, so that a page that is gone is noticed, in milliseconds. */
const ALIVE_MS = 20_000;

/** What a page is told of its preview. It says nothing that the person's folder does not have. */
type PreviewEvent = Pick<Preview, 'state' | 'revision' | 'error'> & {
  /** `href` is where the window shows it; null where no page can lead there. */
  readonly problems: readonly (PreviewProblem & { readonly href: string | null })[];
};

/** Gives the address at which the window shows a problem of a preview; undefined where no page can lead there. */
export type WindowLink = (preview: number, problem: number) => string | undefined;

/** Creates the stream of what happens to a preview (server-sent events), for its pages alone. */
export function previewEvents(
  previews: Pick<PreviewsService, 'at' | 'onChange'>,
  windowLink: WindowLink,
): (request: IncomingMessage, response: ServerResponse, preview: Preview) => void {
  const open = new Set<ServerResponse>();

  return (request, response, { id, label }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    if (request.method === 'HEAD') return void response.end();
    const [oldest] = open;
    if (open.size >= MAX_LISTENERS && oldest) oldest.end();
    open.add(response);
    const write = () => {
      const current = previews.at(label)?.preview;
      if (current?.id !== id) {
        response.end('event: end\ndata: {}\n\n');
        return;
      }
      const event: PreviewEvent = {
        ...{ state: current.state, revision: current.revision, error: current.error },
        problems: current.problems.map((problem) => ({
          ...problem,
          href: windowLink(id, problem.id) ?? null,
        })),
      };
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    };
    const unsubscribe = previews.onChange((changed) => changed === id && write());
    const alive = setInterval(() => response.write(':\n\n'), ALIVE_MS).unref();
    response.once('close', () => {
      unsubscribe();
      clearInterval(alive);
      open.delete(response);
    });
    write();
  };
}

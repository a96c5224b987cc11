import { Invalid, Problem } from '../../model/base/problems.ts';
import { PREVIEW_PATH, PreviewCall, type PreviewLine } from '../../model/previews/preview-call.ts';
import { systemActor } from '../../services/kernel/actor.ts';
import type { Services } from '../../services/open-services.ts';
import { followPreview } from '../../services/previews/follow-preview.ts';
import { checkBody } from '../control/check-body.ts';
import { keyCheck } from '../control/control-key.ts';
import { commandRefusal } from '../http/command-caller.ts';
import { Malformed, MethodNotAllowed } from '../http/http-problems.ts';
import { problemReply, SERVER_ERROR } from '../http/problem-reply.ts';
import { discardBody, readMessage } from '../http/read-body.ts';
import { detail, sendJson } from '../http/send-json.ts';
import type { Middleware } from '../server.ts';

type PreviewDoorOptions = {
  readonly services: Services;
  /** What only who can read the data folder knows. */
  readonly secret: string;
  readonly logError: (error: unknown, method: string, path: string) => void;
};

const MAX_BYTES = 16_384;
const actor = systemActor('command');

/**
 * Previews a folder for a command while this Lectern has its data folder open: `POST /-/preview`. The answer is a line of
 * JSON for each result, and the preview ends when the caller goes away. Only for who can read the secret in the data
 * folder, from this computer, and never for a web page: it runs the code of the folder (safety S12).
 */
export function createPreviewDoor({ services, secret, logError }: PreviewDoorOptions): Middleware {
  const check = keyCheck(secret);
  return (request, response, next) => {
    if (request.url !== PREVIEW_PATH) return next();
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const tell = (line: PreviewLine) => {
      if (!response.headersSent) response.writeHead(200, HEADERS);
      response.write(`${JSON.stringify(line)}\n`);
    };
    const answer = async () => {
      const refused = commandRefusal(request);
      if (refused !== undefined) {
        await discardBody(request);
        return sendJson(response, 403, detail(refused));
      }
      check(request);
      if (request.method !== 'POST') throw new MethodNotAllowed(request.method ?? '');
      const call = checkBody(PreviewCall, parse((await readMessage(request, MAX_BYTES)).bytes));
      await followPreview(services, actor, call, tell, gone.signal);
      response.end();
    };
    answer().catch(async (error: unknown) => {
      await discardBody(request);
      const reply = problemReply(error, 'v3');
      if (reply.status === 500) logError(error, 'POST', PREVIEW_PATH);
      if (response.headersSent) return response.destroy();
      if (error instanceof Invalid) return tellEnd(Object.values(error.errors).flat().join(' '));
      if (error instanceof Problem && reply.status !== 401) return tellEnd(error.message);
      sendJson(response, reply.status, JSON.stringify(reply.body ?? detail(SERVER_ERROR)), reply.headers);
    });
    function tellEnd(message: string): void {
      tell({ event: 'refused', message });
      response.end();
    }
  };
}

const HEADERS = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' };

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Malformed('The body is not JSON.');
  }
}

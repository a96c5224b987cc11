import { Worker } from 'node:worker_threads';
import type { Kit } from '../../model/kits/kit.ts';
import { threadEnvironment } from '../../store/file/sqlite-thread.ts';
import { answerKitTask, type KitAnswer, type KitMessage, type KitTask } from './kit-answer.ts';

/** In bytes; files of this size take a few milliseconds, unless the seed repeats projects. */
const SMALL_KIT = 2_000;
/** A word that repeats projects, or an escape that may hide it. */
const REPEATS = /repeat|\\/;
/** How long the reading of a kit may take; the largest of ours takes about a second. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 1_500;
// In a bundle the worker is a JavaScript file beside this one.
const WORKER = `./read-kit-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;

/**
 * Reads the files of a kit; all but a small one on a thread of its own, since files can be made to take its parsers
 * minutes (safety S9, S19). A kit that takes too long or too much memory is refused as one with a fault.
 */
export function readKitOnThread(task: KitTask): Promise<KitAnswer> {
  return isSmall(task) ? answerKitTask(task) : askThread(task);
}

function isSmall({ files }: KitTask): boolean {
  const bytes = [...files.values()].reduce((sum, content) => sum + content.length, 0);
  return bytes <= SMALL_KIT && !REPEATS.test(new TextDecoder().decode(files.get('seed.json')));
}

function askThread(task: KitTask): Promise<KitAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(WORKER, import.meta.url), {
      env: threadEnvironment(),
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const limit = setTimeout(() => {
      resolve(refusal(task, `Reading this kit takes longer than ${TIMEOUT_MS / 1000} s. It is not loaded.`));
      void worker.terminate();
    }, TIMEOUT_MS);
    const receive = collectAnswer(resolve);
    worker.on('message', (message: KitMessage) => {
      if (!receive(message)) worker.postMessage('next');
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        resolve(refusal(task, 'Reading this kit takes too much memory. It is not loaded.'));
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(limit);
      reject(new Error('The thread that reads a kit ended.'));
    });
  });
}

/** Puts an answer together that comes in parts; the returned function says whether a message was the last one. */
function collectAnswer(done: (answer: KitAnswer) => void): (message: KitMessage) => boolean {
  let answer: KitAnswer = { kit: undefined, findings: [], places: [] };
  const projects: Kit['seed']['projects'] = [];
  return (message) => {
    if (message.kind === 'answer') answer = message;
    else for (const project of message.projects) projects.push(project);
    if (!message.isLast) return false;
    const { kit, findings, places } = answer;
    done({ kit: kit && { ...kit, seed: { ...kit.seed, projects } }, findings, places });
    return true;
  };
}

function refusal({ seedPaths = [] }: KitTask, message: string): KitAnswer {
  const findings = [{ file: 'kit.yaml', message }];
  return { kit: undefined, findings, places: seedPaths.map(() => ({ file: 'seed.json', message: '' })) };
}

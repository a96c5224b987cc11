import { Worker } from 'node:worker_threads';
import { ConfigProblem, type ConfigProblemDetails } from './config-problem.ts';
import { readDocsDir } from './mkdocs-docs-dir.ts';
import { type ConfigInput, type ConfigInspection, inspectConfig } from './parse-config.ts';

/** What the worker thread is asked. */
export type ConfigTask =
  | { readonly kind: 'inspect'; readonly input: ConfigInput }
  | { readonly kind: 'docs-dir'; readonly text: string };

/** What the worker thread posts: errors lose their class on the way. */
export type InspectionMessage = Omit<ConfigInspection, 'problems'> & {
  readonly problems: readonly ConfigProblemDetails[];
};

/** In characters; a text of this length takes a few milliseconds, whatever is in it, and most files are shorter. */
const SHORT_TEXT = 2000;
// In a bundle the worker is a JavaScript file beside this one.
const WORKER = `./inspect-config-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;

/** Inspects a configuration file; a long one on a thread of its own, since its parser can be made to take seconds (safety S9). */
export async function inspectConfigOnThread(input: ConfigInput): Promise<ConfigInspection> {
  if (input.text.length <= SHORT_TEXT) return inspectConfig(input);
  const { file, text, project } = input;
  const plain = { file, text, project: project && { documentationType: project.documentationType } };
  const { problems, ...rest } = await askThread<InspectionMessage>({ kind: 'inspect', input: plain });
  return { ...rest, problems: problems.map((details) => new ConfigProblem(details)) };
}

/** Reads `docs_dir` of an mkdocs.yml; of a long one on a thread of its own, for the same reason. */
export async function readDocsDirOnThread(text: string): Promise<string> {
  return text.length <= SHORT_TEXT ? readDocsDir(text) : askThread<string>({ kind: 'docs-dir', text });
}

function askThread<Answer>(workerData: ConfigTask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(WORKER, import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that reads a configuration file ended.')));
  });
}

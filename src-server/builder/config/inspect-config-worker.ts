// Runs on a thread of its own, so that a file made to take long blocks no request.
import { parentPort, workerData } from 'node:worker_threads';
import type { ConfigTask, InspectionMessage } from './inspect-config-thread.ts';
import { readDocsDir } from './mkdocs-docs-dir.ts';
import { type ConfigInput, inspectConfig } from './parse-config.ts';

function inspect(input: ConfigInput): InspectionMessage {
  const { problems, ...rest } = inspectConfig(input);
  return {
    ...rest,
    problems: problems.map(({ key, code, reason, file, line }) => ({ key, code, reason, file, line })),
  };
}

const task = workerData as ConfigTask;
parentPort?.postMessage(task.kind === 'inspect' ? inspect(task.input) : readDocsDir(task.text));

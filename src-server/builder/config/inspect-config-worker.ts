// Runs on a thread of its own, so that a file made to take long blocks no request.
import { parentPort, workerData } from 'node:worker_threads';
import type { InspectionMessage } from './inspect-config-thread.ts';
import { type ConfigInput, inspectConfig } from './parse-config.ts';

const { problems, ...rest } = inspectConfig(workerData as ConfigInput);
const details = problems.map(({ key, code, reason, file, line }) => ({ key, code, reason, file, line }));
parentPort?.postMessage({ ...rest, problems: details } satisfies InspectionMessage);

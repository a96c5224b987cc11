// Runs on a thread of its own, so that a kit made to take long blocks no request.
import { parentPort, workerData } from 'node:worker_threads';
import { answerKitTask, type KitTask } from './kit-answer.ts';

parentPort?.postMessage(await answerKitTask(workerData as KitTask));

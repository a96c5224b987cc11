// Runs on a thread of its own, so that a kit made to take long blocks no request.
import { parentPort, workerData } from 'node:worker_threads';
import { answerKitTask, type KitMessage, type KitTask } from './kit-answer.ts';

/** Taking over as many projects takes a few milliseconds. */
const PROJECTS_AT_ONCE = 100;

const { kit, ...answer } = await answerKitTask(workerData as KitTask);
const projects = kit?.seed.projects ?? [];
let sent = 0;

function send(message: KitMessage): void {
  parentPort?.postMessage(message);
  if (sent >= projects.length) parentPort?.close();
}

// The next part is sent when it is asked for: parts that wait would all be taken over in one turn of the event loop.
parentPort?.on('message', () => {
  const part = projects.slice(sent, sent + PROJECTS_AT_ONCE);
  sent += part.length;
  send({ kind: 'projects', projects: part, isLast: sent >= projects.length });
});
const withoutProjects = kit && { ...kit, seed: { ...kit.seed, projects: [] } };
send({ kind: 'answer', ...answer, kit: withoutProjects, isLast: projects.length === 0 });

// Runs on its own thread, so that reading a gigabyte delays no request.
import { parentPort, workerData } from 'node:worker_threads';
import { checkFile, copyFile, type IntegrityJob } from './integrity.ts';
import { loadSqlite } from './sqlite-thread.ts';

loadSqlite();

const job = workerData as IntegrityJob;
parentPort?.postMessage(job.task === 'check' ? checkFile(job.file) : await copyFile(job.source, job.target));

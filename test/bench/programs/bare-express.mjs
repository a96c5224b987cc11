// Baseline of every ratio: Express 5 without ETags, which sends one body with res.json.
import { readFileSync } from 'node:fs';
import express from 'express';

const [bodyFile] = process.argv.slice(2);
const body = bodyFile === undefined ? { ok: true } : JSON.parse(readFileSync(bodyFile, 'utf8'));
const app = express();
app.set('etag', false);
app.get('/{*any}', (_request, response) => {
  response.json(body);
});
const server = app.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  process.stdout.write(`${JSON.stringify({ event: 'listening', url, tokens: {}, pid: process.pid })}\n`);
});
process.on('SIGTERM', () => process.exit(0));

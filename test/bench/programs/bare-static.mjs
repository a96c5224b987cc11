// Baseline for documentation pages: serve-static alone over a folder.
import { createServer } from 'node:http';
import serveStatic from 'serve-static';

const serve = serveStatic(process.argv[2]);
const server = createServer((request, response) => {
  serve(request, response, () => {
    response.statusCode = 404;
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, tokens: {} }));
});
process.once('SIGTERM', () => process.exit(0));

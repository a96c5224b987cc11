import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Lectern, openLectern } from '../../src-server/lectern.ts';
import { parseSeed } from '../../src-server/model/seeds/seed.ts';
import type { DownloadFormat } from '../../src-server/model/versions/version.ts';
import { systemActor } from '../../src-server/services/kernel/actor.ts';
import type { Services } from '../../src-server/services/open-services.ts';
import { callDesk } from '../support/api/call-desk.ts';
import { type Received, type RequestHeaders, sendBytes, sendRequest } from '../support/api/http-request.ts';
import { testClock } from '../support/test-clock.ts';

/** Texts or bytes by their path below the pages: `guides/index.html`. */
export type Files = Readonly<Record<string, string | Buffer>>;

export type RequestInput = { readonly method?: string; readonly headers?: RequestHeaders };

/** A server with documentation on it. */
export type DocsServer = {
  readonly port: number;
  /** Lets time pass, in seconds. */
  readonly advance: (seconds: number) => void;
  readonly services: Services;
  /** For what the desk of a browser answers. */
  readonly lectern: Pick<Lectern, 'desk'>;
  /** The open database, for what must not change. */
  readonly database: Lectern['database'];
  /** Where built pages lie. */
  readonly docsFolder: string;
  /** Lines that the server logged. */
  readonly log: readonly string[];
  /** Asks a host, by the first label of its name, for a path; sent as they are. */
  readonly request: (label: string, path: string, input?: RequestInput) => Promise<Received>;
  /** Sends bytes as they are; PORT stands for the port. */
  readonly requestRaw: (text: string) => Promise<Received>;
  /** Lets a build of the version leave these files; gives the folder of its pages. */
  readonly publish: (
    project: string,
    version: string,
    files: Files,
    downloads?: readonly DownloadFormat[],
  ) => string;
  /** Calls a procedure of the window's door, in a user's name where one is given. @throws Error with its refusal */
  readonly callDesk: (procedure: string, input: object, actAs?: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

export type DocsStart = {
  readonly seed: object;
  readonly servesPrivate?: boolean;
  /** What was chosen on the command line. */
  readonly privateDocs?: 'ask' | 'show';
  readonly allowedOrigins?: readonly string[];
};

/** Starts a server over this seed. */
export async function startDocs({
  seed,
  servesPrivate = true,
  privateDocs,
  allowedOrigins = [],
}: DocsStart): Promise<DocsServer> {
  const data = mkdtempSync(join(tmpdir(), 'lectern-docs-'));
  const log: string[] = [];
  const clock = testClock({ step: 1 });
  const lectern = await openLectern({
    data,
    port: 0,
    keychain: 'off',
    // Listening on all interfaces, others than the person at this machine may ask.
    host: servesPrivate ? '127.0.0.1' : '0.0.0.0',
    allowedOrigins: [...allowedOrigins],
    ...(privateDocs && { privateDocs }),
    clock,
    log: (line) => log.push(line),
  });
  const { services, port } = lectern;
  const docsFolder = join(data, 'docs');
  const actor = systemActor('command');
  await services.seeds.load(actor, parseSeed(seed));
  const agent = new Agent({ keepAlive: true });

  return {
    port,
    advance: clock.advance,
    services,
    lectern,
    database: lectern.database,
    docsFolder,
    log,
    request: (label, path, { method = 'GET', headers = {} } = {}) =>
      sendRequest({
        port,
        agent,
        method,
        path,
        headers: { host: `${label}.localhost:${port}`, ...headers },
      }),
    requestRaw: (text) => sendBytes(port, Buffer.from(text.replaceAll('PORT', String(port)), 'latin1')),
    publish(project, version, files, downloads = []) {
      const { build } = services.builds.trigger(actor, project, version);
      let order = services.buildRuns.dequeue(actor);
      while (order && order.id !== build.id) {
        services.buildRuns.finish(actor, order.id, { success: false });
        order = services.buildRuns.dequeue(actor);
      }
      if (!order) throw new Error(`Build ${build.id} did not come up.`);
      const folder = join(docsFolder, String(order.versionId), String(build.id));
      const pages = join(folder, 'html');
      mkdirSync(pages, { recursive: true });
      for (const [path, content] of Object.entries(files)) writeInto(pages, path, content);
      for (const format of downloads)
        writeInto(folder, `${format}/${project}.made`, `${format} of ${version}`);
      services.buildRuns.finish(actor, build.id, { success: true, pages: true, downloads });
      return pages;
    },
    callDesk: (...call) => callDesk(lectern, ...call),
    async close() {
      agent.destroy();
      await lectern.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts a server over this seed where these versions are built, with an index that names them. */
export async function startBuiltDocs(
  start: DocsStart,
  built: readonly (readonly [project: string, version: string])[],
  downloads: readonly DownloadFormat[] = [],
): Promise<DocsServer> {
  const server = await startDocs(start);
  for (const [slug, name] of built)
    server.publish(slug, name, { 'index.html': `${slug} ${name}` }, downloads);
  return server;
}

function writeInto(folder: string, path: string, content: string | Buffer): void {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
}

type Shape = Readonly<Record<string, unknown>>;

/** A project of a seed; whatever is given comes over the usual. */
export function project(slug: string, versions: readonly Shape[], more: Shape = {}): Shape {
  return {
    slug,
    name: slug[0]?.toUpperCase() + slug.slice(1),
    users: ['alice'],
    repository: { url: `https://example.org/${slug}`, type: 'git' },
    versions,
    ...more,
  };
}

/** A version of a seed: a branch called `latest`, a tag of any other name. */
export function version(name: string, more: Shape = {}): Shape {
  return {
    verbose_name: name,
    identifier: name === 'latest' ? 'origin/main' : 'a'.repeat(40),
    type: name === 'latest' ? 'branch' : 'tag',
    active: true,
    built: false,
    ...more,
  };
}

/** What a seed needs beside its projects, and their ids. */
export function seedOf(...projects: readonly Shape[]): object {
  let versionId = 0;
  let redirectId = 0;
  return {
    users: [{ username: 'alice' }],
    projects: projects.map((one, at) => ({
      id: at + 1,
      ...one,
      versions: ((one.versions ?? []) as readonly Shape[]).map((each) => ({ id: ++versionId, ...each })),
      // The first of a list is tried first: what was modified last comes first, and the ids settle it here.
      redirects: ((one.redirects ?? []) as readonly Shape[])
        .map((each) => ({ ...each }))
        .reverse()
        .map((each) => ({ pk: ++redirectId, ...each }))
        .reverse(),
    })),
  };
}

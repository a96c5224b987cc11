import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';

/** Texts of files by path. */
export type Texts = Readonly<Record<string, string>>;

const project = (more: object) => ({ name: 'Almanac', users: ['mira'], repository: REMOTE, ...more });
const REMOTE = { url: 'https://git.example/almanac.git', type: 'git' };
const seed = (...projects: readonly object[]) =>
  JSON.stringify({ users: [{ username: 'mira' }], projects }, undefined, 2);
const MANIFEST = 'format: 1\nname: Broken\n';
/** A lesson whose only step waits for a request. */
const lesson = (request: string) =>
  `---\ntitle: Look\nminutes: 5\n---\n\n## Look\n\n\`\`\`check\nrequest: ${request}\n\`\`\`\n\n\`\`\`show\n- call: { path: projects/ }\n\`\`\`\n`;

/** A kit without a fault, with one of everything. */
export const WHOLE_KIT: Texts = {
  'kit.yaml': 'format: 1\nname: Small\nyou: mira\nlesson: 01-look\n',
  'seed.json': seed(
    project({ repository: 'kit:repositories/almanac', created: '-3d', builder: 'script:quick' }),
  ),
  'builds/quick.yaml': 'steps:\n  - command: make html\npages: builds/quick\n',
  'builds/quick/index.html': '<h1>Almanac</h1>',
  'faults/slow.yaml': 'name: Slow\ndelay: { ms: 10 }\n',
  'lessons/01-look.md': '---\ntitle: Look\nminutes: 5\n---\n\n## Look\n\nOpen the project.\n',
  'repositories/almanac/repository.yaml':
    'commits:\n  - message: First\n    date: "2024-01-05T10:00:00Z"\n    files: first\n    tags: [v1.0]\n',
  'repositories/almanac/first/index.md': '# Almanac\n',
};

/** Kits with one fault each, and the place and words that have to be named. */
export const BROKEN_KITS: Readonly<
  Record<string, { readonly files: Texts; readonly faults: readonly string[] }>
> = {
  'YAML that is none': {
    files: { 'kit.yaml': 'format: 1\nname: [Broken\n' },
    faults: ['kit.yaml:3:1', 'Not YAML'],
  },
  'an unknown key': {
    files: { 'kit.yaml': 'format: 1\nname: Broken\ncolour: red\n' },
    faults: ['kit.yaml:3:1', 'There is no such key: colour'],
  },
  'a wrong reference in the seed': {
    files: { 'kit.yaml': MANIFEST, 'seed.json': seed(project({ users: ['tobi'] })) },
    faults: ['seed.json:11:9', 'no user tobi'],
  },
  'a subproject that is not there': {
    files: {
      'kit.yaml': MANIFEST,
      'seed.json': seed(project({ subprojects: [{ child: 'nobody', alias: null }] })),
    },
    faults: ['seed.json:19:11', 'nobody'],
  },
  'a repository that is not there': {
    files: { 'kit.yaml': MANIFEST, 'seed.json': seed(project({ repository: 'kit:repositories/none' })) },
    faults: ['seed.json:13:7', 'no folder repositories/none'],
  },
  'a repository outside the kit': {
    files: { 'kit.yaml': MANIFEST, 'seed.json': seed(project({ repository: 'kit:repositories/../../etc' })) },
    faults: ['seed.json:13:7', 'no folder repositories/../../etc'],
  },
  'a slug twice': {
    files: { 'kit.yaml': MANIFEST, 'seed.json': seed(project({ slug: 'one' }), project({ slug: 'one' })) },
    faults: ['seed.json:28:7', 'The same as projects[0].slug'],
  },
  'a wrong relative time': {
    files: { 'kit.yaml': MANIFEST, 'seed.json': seed(project({ created: '-3 days' })) },
    faults: ['seed.json:17:7', 'such as "-8m"'],
  },
  'a build script with a mistake': {
    files: { 'kit.yaml': MANIFEST, 'builds/bad.yaml': 'steps:\n  - state: cloning\n  - state: resting\n' },
    faults: ['builds/bad.yaml:3:5', 'steps[1].state'],
  },
  'a fault rule with a mistake': {
    files: { 'kit.yaml': MANIFEST, 'faults/bad.yaml': 'name: Bad\nanswer:\n  status: 99\n' },
    faults: ['faults/bad.yaml:3:3', 'answer.status'],
  },
  'a lesson with a mistake': {
    files: { 'kit.yaml': MANIFEST, 'lessons/01-look.md': '---\nminutes: [5\n---\n\n## Look\n' },
    faults: ['lessons/01-look.md:', ''],
  },
  'a lesson that waits for a request that the API does not have': {
    files: { 'kit.yaml': MANIFEST, 'lessons/01-look.md': lesson('{ path: /api/v3/project/ }') },
    faults: ['lessons/01-look.md:9:1', 'request.path: The API has no route /api/v3/project/.'],
  },
  'a lesson that waits for a method that a path does not take': {
    files: { 'kit.yaml': MANIFEST, 'lessons/01-look.md': lesson('{ method: PUT, path: /api/v3/projects/ }') },
    faults: ['lessons/01-look.md:9:1', 'request.method: /api/v3/projects/ takes GET, POST, not PUT.'],
  },
  'a lesson that waits for what cannot be': {
    files: {
      'kit.yaml': MANIFEST,
      'lessons/01-look.md': lesson('{ status: 200 }').replace(
        'request: { status: 200 }',
        'version: { project: almanac, slug: stable, active: false, built: true }',
      ),
    },
    faults: ['lessons/01-look.md:9:', 'A version that is not active has no pages, so it cannot be built.'],
  },
  'a lesson that waits for a project that no step creates': {
    files: {
      'kit.yaml': MANIFEST,
      'seed.json': seed(project({})),
      'lessons/01-look.md': lesson('{ status: 200 }').replace(
        'request: { status: 200 }',
        'page: { project: nope, path: /en/latest/ }',
      ),
      'lessons/02-made.md': lesson('{ status: 200 }')
        .replace('request: { status: 200 }', 'project: { slug: new-guide }')
        .replace('path: projects/', 'path: projects/, method: POST, body: { name: New Guide }'),
      'lessons/03-there.md': lesson('{ status: 200 }').replace(
        'request: { status: 200 }',
        'project: { slug: almanac }',
      ),
      'lessons/04-needs.md': lesson('{ status: 200 }').replace('minutes: 5', 'minutes: 5\nneeds: [gone]'),
    },
    faults: [
      'lessons/01-look.md:9:1: The kit has no project nope, and no step creates it.\n  lessons/04-needs.md:2:1: needs: The kit has no project gone.\n',
    ],
  },
  'a repository with a mistake': {
    files: {
      'kit.yaml': MANIFEST,
      'repositories/almanac/repository.yaml':
        'commits:\n  - message: First\n    date: soon\n    files: first\n',
      'repositories/almanac/first/a.md': '',
    },
    faults: ['repositories/almanac/repository.yaml:3:5', 'such as "-8m"'],
  },
  'a later format': {
    files: { 'kit.yaml': 'name: Later\nformat: 7\nmagic: true\n' },
    faults: ['kit.yaml:2:1', 'has format 7, and this Lectern reads formats up to 1. Update Lectern.'],
  },
};

/** Writes files into a new folder, which is removed after the test. */
export function writeKit(files: Texts): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-kit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Writes a kit with a link to a file outside of it. */
export function writeKitWithLink(): string {
  const folder = writeKit({ 'kit.yaml': MANIFEST, 'faults/.keep.yaml': '' });
  rmSync(join(folder, 'faults/.keep.yaml'));
  symlinkSync('/etc/passwd', join(folder, 'faults/out.yaml'));
  return folder;
}

type Packed = { readonly path: string; readonly bytes: Buffer; readonly mode?: number };

/** Packs files into a `.lectern-kit.zip`; returns its path. */
export async function packKit(files: readonly Packed[], change?: (zip: Buffer) => Buffer): Promise<string> {
  const zip = new ZipFile();
  for (const { path, bytes, mode } of files) zip.addBuffer(bytes, path, { mode: mode ?? 0o100644 });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Uint8Array));
  const folder = writeKit({});
  const path = join(folder, 'packed.lectern-kit.zip');
  const packed = Buffer.concat(parts);
  writeFileSync(path, change ? change(packed) : packed);
  return path;
}

/** Packs texts. */
export function packTexts(files: Texts, outer = ''): Promise<string> {
  return packKit(
    Object.entries(files).map(([path, text]) => ({ path: outer + path, bytes: Buffer.from(text) })),
  );
}

import type { Timestamp } from '../base/timestamp.ts';
import {
  type BuildScript,
  NOT_A_SCRIPT_NAME,
  parseBuildScript,
  SCRIPT_NAME,
  scriptName,
} from '../builds/build-script.ts';
import { isPreset } from '../builds/script-presets.ts';
import { FAULT_PRESET_NAMES, presetRules } from '../faults/fault-presets.ts';
import { FaultRule } from '../faults/fault-rule.ts';
import { parseSeed } from '../seeds/seed.ts';
import type { Seed } from '../seeds/seed-schema.ts';
import { expandSeed } from './expand-seed.ts';
import type { Kit, KitFiles, KitReading } from './kit.ts';
import { KitFindings } from './kit-findings.ts';
import { orderLessons, readLessons } from './kit-lessons.ts';
import { KitManifest, newerFormatError } from './kit-manifest.ts';
import { filesBelow, readRepositories } from './kit-repositories.ts';
import { type LocatedFile, readLocatedJson } from './located-file.ts';

const MANIFEST = 'kit.yaml';
const SEED = 'seed.json';
const FOLDERS = new Set(['repositories', 'builds', 'faults', 'lessons', 'pages']);
const OTHER_FILES = new Set(['README.md', 'LICENSE']);
const EMPTY_SEED: Seed = { users: [], projects: [] };

/** Reads all files of a kit, those after a fault too, and says what is wrong with each. */
export function readKit(files: KitFiles, now: Timestamp): KitReading {
  const findings = new KitFindings(files);
  const nowhere = () => ({ file: SEED, message: '' });
  if (!files.has(MANIFEST)) {
    findings.add({ file: MANIFEST, message: 'There is no such file. A kit is a folder with a kit.yaml.' });
    return { kit: undefined, findings: findings.all, lessons: new Map(), locateInSeed: nowhere };
  }
  const read = findings.yaml(MANIFEST);
  const newer = read && newerFormatError(formatOf(read.value));
  if (read && newer !== undefined) {
    // What a later format allows is not known, so the rest is not read.
    findings.at(MANIFEST, read, 'format', newer);
    return { kit: undefined, findings: findings.all, lessons: new Map(), locateInSeed: nowhere };
  }
  const manifest = read && findings.parse(MANIFEST, read, KitManifest);
  reportUnknownFiles(files, findings);
  const repositories = readRepositories(files, findings, now);
  const scripts = readScripts(files, findings);
  const faults = readFaults(files, findings);
  const seed = readSeed(findings, now, {
    repositories: new Set(namesBelow(files, 'repositories/')),
    scripts: new Set(namesBelow(files, 'builds/').map((name) => name.replace(/\.yaml$/, ''))),
  });
  const texts = readLessons(files, findings);
  const lessons =
    read && manifest ? orderLessons(texts, { read, manifest, file: MANIFEST }, findings) : texts;
  if (
    read &&
    manifest?.you !== undefined &&
    seed &&
    !seed.seed.users.some((user) => user.username === manifest.you)
  )
    findings.at(MANIFEST, read, 'you', `The seed has no user ${manifest.you}.`);
  const { repositoryOf = new Map(), playedWithout = new Map(), seed: rows = EMPTY_SEED } = seed ?? {};
  const kit: Kit | undefined =
    manifest && findings.all.length === 0
      ? { manifest, seed: rows, repositoryOf, playedWithout, repositories, scripts, faults, lessons }
      : undefined;
  return { kit, findings: findings.all, lessons: texts, locateInSeed: seed?.locate ?? nowhere };
}

function formatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
}

function reportUnknownFiles(files: KitFiles, findings: KitFindings): void {
  const roots = new Set([...files.keys()].map((path) => path.split('/')[0] ?? ''));
  for (const root of roots) {
    const isFolder = !files.has(root);
    if (isFolder ? FOLDERS.has(root) : [MANIFEST, SEED].includes(root) || OTHER_FILES.has(root)) continue;
    const known = `kit.yaml, seed.json, ${[...FOLDERS].join('/, ')}/ and README.md`;
    findings.add({
      file: root,
      message: `A kit has no such ${isFolder ? 'folder' : 'file'}. It has ${known}.`,
    });
  }
}

/** Lists the names directly below a folder. */
function namesBelow(files: KitFiles, folder: string): string[] {
  return [...new Set([...filesBelow(files, folder).keys()].map((path) => path.split('/')[0] ?? ''))];
}

function readScripts(files: KitFiles, findings: KitFindings): Map<string, BuildScript> {
  const scripts = new Map<string, BuildScript>();
  for (const path of filesBelow(files, 'builds/').keys()) {
    const file = `builds/${path}`;
    // Pages of a script may lie in a folder beside it.
    if (path.includes('/')) continue;
    const name = path.replace(/\.yaml$/, '');
    if (name === path || !SCRIPT_NAME.test(name)) {
      findings.add({ file, message: `Build scripts are files NAME.yaml. ${NOT_A_SCRIPT_NAME}` });
      continue;
    }
    if (isPreset(name)) {
      findings.add({ file, message: `"${name}" is the name of a script that every Lectern has.` });
      continue;
    }
    const read = findings.yaml(file);
    if (!read) continue;
    try {
      scripts.set(name, parseBuildScript(withPages(read, files, findings, file)));
    } catch (error) {
      findings.ofInvalid(file, read, error);
    }
  }
  return scripts;
}

/** Puts the texts of a folder in the place of its name. */
function withPages(read: LocatedFile, files: KitFiles, findings: KitFindings, file: string): unknown {
  const script = read.value;
  if (typeof script !== 'object' || script === null || !('pages' in script)) return script;
  if (typeof script.pages !== 'string') return script;
  const folder = script.pages.replace(/\/$/, '');
  const pages = filesBelow(files, `${folder}/`);
  if (pages.size === 0) {
    findings.at(file, read, 'pages', `There is no folder ${folder} with pages in this kit.`);
    return { ...script, pages: undefined };
  }
  const texts = [...pages.keys()].map((path) => [path, findings.text(`${folder}/${path}`) ?? '']);
  return { ...script, pages: Object.fromEntries(texts) };
}

function readFaults(files: KitFiles, findings: KitFindings): FaultRule[] {
  return [...filesBelow(files, 'faults/').keys()].flatMap((path) => {
    const file = `faults/${path}`;
    if (!/^[a-z0-9][a-z0-9-]*\.yaml$/.test(path)) {
      findings.add({
        file,
        message: 'Fault rules are files NAME.yaml with lower-case letters, digits and "-".',
      });
      return [];
    }
    const read = findings.yaml(file);
    if (!read) return [];
    const preset = presetOf(read.value);
    if (preset === undefined) {
      const rule = findings.parse(file, read, FaultRule);
      return rule ? [rule] : [];
    }
    const known = FAULT_PRESET_NAMES.find((name) => name === preset);
    if (known) return [...presetRules(known)];
    findings.at(file, read, 'preset', `There is no preset ${preset}.`);
    return [];
  });
}

function presetOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('preset' in value)) return undefined;
  return Object.keys(value).length === 1 ? String(value.preset) : undefined;
}

type Known = { readonly repositories: ReadonlySet<string>; readonly scripts: ReadonlySet<string> };

function readSeed(findings: KitFindings, now: Timestamp, known: Known) {
  const text = findings.text(SEED);
  if (text === undefined) return undefined;
  const result = readLocatedJson(text.replace(/^\uFEFF/, ''));
  if ('error' in result) {
    findings.add({ file: SEED, ...result.error });
    return undefined;
  }
  const { read } = result;
  const expanded = expandSeed(read.value, now);
  for (const { path, message } of expanded.problems) findings.at(SEED, read, path, `${path}: ${message}`);
  const at = (path: string, message: string) => {
    const place = expanded.sourcePath(path);
    findings.at(SEED, read, place, `${place}: ${message}`);
  };
  for (const [index, name] of expanded.repositoryOf) {
    if (!known.repositories.has(name))
      at(`projects[${index}].repository`, `This kit has no folder repositories/${name}.`);
  }
  try {
    const seed = parseSeed(expanded.seed);
    reportUnknownNames(seed, known, at);
    const locate = (path: string) => ({ file: SEED, ...read.locate(expanded.sourcePath(path)), message: '' });
    return { seed, repositoryOf: expanded.repositoryOf, playedWithout: expanded.playedWithout, locate };
  } catch (error) {
    findings.ofInvalid(SEED, { ...read, locate: (path) => read.locate(expanded.sourcePath(path)) }, error);
    return undefined;
  }
}

/** Reports names that a kit uses and does not hold: it has to be whole in itself. */
function reportUnknownNames(
  seed: Seed,
  { scripts }: Known,
  at: (path: string, message: string) => void,
): void {
  const users = new Set(seed.users.map(({ username }) => username));
  seed.projects.forEach((project, index) => {
    project.users.forEach((username, place) => {
      if (!users.has(username))
        at(`projects[${index}].users[${place}]`, `The seed has no user ${username} in “users”.`);
    });
    const script = scriptName(project.builder ?? null);
    if (script !== undefined && !scripts.has(script) && !isPreset(script))
      at(`projects[${index}].builder`, `This kit has no builds/${script}.yaml.`);
  });
}

import type { Code, Heading, Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type ApiPath, matchApiPath } from '../requests/api-path.ts';
import {
  apiAddress,
  LESSON_FILE,
  type Lesson,
  LessonCheck,
  LessonHeader,
  type LessonProblem,
  LessonShow,
  type LessonStep,
  MAX_LESSON_LENGTH,
  type Shown,
} from './lesson.ts';
import { createdProjects, type NamedProject, projectOfCheck } from './lesson-projects.ts';
import { type ReportProblem, readYaml } from './lesson-yaml.ts';

const MAX_STEPS = 50;
const MAX_DEPTH = 50;
/** The parser compares each mark of emphasis with all before it; the lessons that we have hold less than a hundred. */
const MAX_MARKS = 1_000;
const MAX_WRONG_PLACEHOLDERS = 100;

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;
const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
const SPECIAL = ['check', 'hint', 'show'] as const;
type Special = (typeof SPECIAL)[number];

/** A lesson, or why it is refused. */
export type ParsedLesson =
  | { readonly lesson: Lesson; readonly problems: readonly [] }
  | { readonly lesson: undefined; readonly problems: readonly LessonProblem[] };

/** What a lesson may name; without one of these, anything. */
type LessonWorld = {
  /** The routes of its checks and requests. */
  readonly apiPaths?: readonly ApiPath[] | undefined;
  /** Slugs of the projects that are there when it starts. */
  readonly projects?: ReadonlySet<string> | undefined;
};

/** Reads a lesson, and says what in it cannot be. */
export function parseLesson(file: string, text: string, world: LessonWorld = {}): ParsedLesson {
  const problems: LessonProblem[] = [];
  const report: ReportProblem = (line, message) => problems.push({ file, line, message });
  const id = LESSON_FILE.exec(file.split('/').at(-1) ?? '')?.[1];
  if (id === undefined) report(1, 'A lesson is called NN-name.md, such as 01-first-call.md.');
  if (text.length > MAX_LESSON_LENGTH) {
    report(1, `A lesson has at most ${MAX_LESSON_LENGTH.toLocaleString('en')} characters.`);
    return { lesson: undefined, problems };
  }
  const header = readHeader(text, report);
  const content = readSteps(text, { ...world, report });
  if (header && content && world.projects) reportUnknownProjects(world.projects, header, content, report);
  if (problems.length > 0 || id === undefined || !header || !content)
    return { lesson: undefined, problems: problems.toSorted((a, b) => a.line - b.line) };
  const { introduction, steps } = content;
  return { lesson: { id, ...header, introduction, steps }, problems: [] };
}

function readHeader(text: string, report: ReportProblem): LessonHeader | undefined {
  const found = FRONT_MATTER.exec(text);
  if (!found) {
    report(1, 'A lesson begins with its title and minutes between two lines of three hyphens.');
    return undefined;
  }
  return readYaml({ text: found[1] ?? '', line: 2 }, LessonHeader, report);
}

type Context = Pick<LessonWorld, 'apiPaths'> & { readonly report: ReportProblem };
/** The steps, and the projects that they name. */
type Steps = Pick<Lesson, 'introduction' | 'steps'> & { readonly named: readonly NamedProject[] };

function readSteps(text: string, context: Context): Steps | undefined {
  const { report } = context;
  const front = FRONT_MATTER.exec(text)?.[0] ?? '';
  // Blank lines in place of the front matter keep lines and offsets as they are in the file.
  const source = front.replaceAll(/[^\r\n]/g, ' ') + text.slice(front.length);
  if (deepestQuote(source) > MAX_DEPTH) {
    report(1, 'Lists and quotes are nested too deeply.');
    return undefined;
  }
  if ((source.match(/[*_]+/g)?.length ?? 0) > MAX_MARKS) {
    report(1, `A lesson has at most ${MAX_MARKS.toLocaleString('en')} marks of emphasis (* or _).`);
    return undefined;
  }
  const { children } = fromMarkdown(source);
  checkPlaceholders(source, children, report);
  const starts = children.flatMap((node, index) => (isStep(node) ? [index] : []));
  const [first] = starts;
  if (first === undefined) {
    report(lineOf(children.at(-1)), 'A lesson needs a step: a heading that begins with ##.');
    return undefined;
  }
  if (starts.length > MAX_STEPS) report(lineOf(children[first]), `A lesson has at most ${MAX_STEPS} steps.`);
  const introduction = children.slice(0, first);
  for (const node of introduction)
    if (specialOf(node))
      report(lineOf(node), 'This stands before the first step. Move it below a ## heading.');
  const steps = starts.map((start, index) =>
    readStep(source, children.slice(start, starts[index + 1] ?? children.length), context),
  );
  const named = steps.flatMap((step) => step.named);
  return { introduction: textOf(source, introduction), steps: steps.map(({ step }) => step), named };
}

function readStep(source: string, nodes: readonly RootContent[], { apiPaths, report }: Context) {
  const [heading, ...content] = nodes;
  const title = heading === undefined ? '' : headingText(heading as Heading);
  if (title === '') report(lineOf(heading), 'A step needs a title.');
  const blocks = new Map<Special, Code>();
  for (const node of content) {
    const special = specialOf(node);
    if (special && blocks.has(special)) report(lineOf(node), `A step has one ${special} at most.`);
    if (special) blocks.set(special, node as Code);
    else findNested(node, report);
  }
  const yamlOf = (node: Code) => ({ text: node.value, line: lineOf(node) + 1 });
  const checkNode = blocks.get('check');
  const check = checkNode && readYaml(yamlOf(checkNode), LessonCheck, report);
  if (check?.request && checkNode) {
    const problem = requestProblem(apiPaths, check.request);
    if (problem) report(lineOf(checkNode) + 1, problem);
  }
  const showNode = blocks.get('show');
  const show = (showNode && readYaml(yamlOf(showNode), LessonShow, report)) ?? [];
  if (showNode) for (const problem of showProblems(apiPaths, show)) report(lineOf(showNode) + 1, problem);
  if (checkNode && !showNode && check && !check.question)
    report(lineOf(checkNode), 'A step with a check needs a show, so that nobody is stuck at it.');
  const body = textOf(
    source,
    content.filter((node) => !specialOf(node)),
  );
  const step: LessonStep = { title, body, check, hint: blocks.get('hint')?.value, show };
  const awaited = check && projectOfCheck(check);
  const named: NamedProject[] = [
    ...(awaited === undefined ? [] : [{ slug: awaited, line: lineOf(checkNode) + 1 }]),
    ...show.flatMap(({ script }) => (script ? [{ slug: script.project, line: lineOf(showNode) + 1 }] : [])),
  ];
  return { step, named };
}

/** Reports projects that are not there at the start and that no step creates. */
function reportUnknownProjects(
  projects: ReadonlySet<string>,
  { needs }: LessonHeader,
  { steps, named }: Steps,
  report: ReportProblem,
): void {
  const created = new Set(steps.flatMap(({ show }) => createdProjects(show)));
  for (const slug of needs) if (!projects.has(slug)) report(2, `needs: The kit has no project ${slug}.`);
  for (const { slug, line } of named) {
    if (!projects.has(slug) && !created.has(slug))
      report(line, `The kit has no project ${slug}, and no step creates it.`);
  }
}

/** Says why the API can never have had such a request. */
function requestProblem(
  apiPaths: readonly ApiPath[] | undefined,
  { method, path }: { readonly method?: string | undefined; readonly path?: string | undefined },
): string | undefined {
  if (apiPaths === undefined || path === undefined || !path.startsWith('/api/')) return undefined;
  const found = matchApiPath(apiPaths, path.replaceAll('*', '1'));
  if (!found) return `request.path: The API has no route ${path}.`;
  if (method === undefined || method === 'OPTIONS' || Object.hasOwn(found.methods, method)) return undefined;
  if (method === 'HEAD' && Object.hasOwn(found.methods, 'GET')) return undefined;
  return `request.method: ${path} takes ${Object.keys(found.methods).join(', ')}, not ${method}.`;
}

function showProblems(apiPaths: readonly ApiPath[] | undefined, show: readonly Shown[]): string[] {
  return show.flatMap(({ call }) => {
    if (!call) return [];
    const problem = requestProblem(apiPaths, { method: call.method, path: apiAddress(call.path) });
    if (problem && (call.expect ?? 0) < 400) return [problem.replace(/^request\./, 'call.')];
    const isRead = call.method === 'GET' || call.method === 'HEAD';
    return isRead && call.body !== undefined ? [`call.body: ${call.method} has no body.`] : [];
  });
}

/** Reports `{{token}}` outside code, where it would be shown, and what is neither it nor `{{url}}`. */
function checkPlaceholders(source: string, nodes: readonly RootContent[], report: ReportProblem): void {
  const code = codeRanges(nodes);
  const isInCode = (index: number) => code.some(({ from, to }) => index >= from && index < to);
  const wrong = [...source.matchAll(PLACEHOLDER)].filter(({ index, 1: name }) => {
    return name === 'token' ? !isInCode(index) : name !== 'url';
  });
  // To find a line, everything above it is read.
  for (const { index, 0: whole, 1: name } of wrong.slice(0, MAX_WRONG_PLACEHOLDERS)) {
    const line = source.slice(0, index).split('\n').length;
    if (name === 'token') report(line, '{{token}} may only stand in a code block, where it is masked.');
    else report(line, `There is no ${whole}; there are {{url}} and {{token}}.`);
  }
}

/** Returns where code blocks stand that are shown to readers. */
function codeRanges(nodes: readonly Nodes[]): { readonly from: number; readonly to: number }[] {
  return nodes.flatMap((node) => {
    if (node.type === 'code') {
      if (specialOf(node)) return [];
      return [{ from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0 }];
    }
    return 'children' in node ? codeRanges(node.children) : [];
  });
}

function findNested(node: Nodes, report: ReportProblem): void {
  if (!('children' in node)) return;
  for (const child of node.children) {
    const special = specialOf(child);
    if (special) report(lineOf(child), `A ${special} stands at the edge, not in a list or a quote.`);
    else findNested(child, report);
  }
}

function isStep(node: RootContent): node is Heading {
  return node.type === 'heading' && node.depth === 2;
}

function specialOf(node: Nodes): Special | undefined {
  return node.type === 'code' ? SPECIAL.find((each) => each === node.lang) : undefined;
}

function lineOf(node: Nodes | undefined): number {
  return node?.position?.start.line ?? 1;
}

function headingText(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(headingText).join('') : '';
}

function textOf(source: string, nodes: readonly RootContent[]): string {
  return nodes
    .map(({ position }) => source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0))
    .join('\n\n');
}

/** Counts how deeply lists and quotes can be nested at most, before anything is read. */
function deepestQuote(source: string): number {
  return source.split('\n').reduce((most, line) => {
    const marks = /^[\s>*+\-\d.)]*/.exec(line)?.[0].match(/[>*+-]|\d[.)]/g)?.length ?? 0;
    // A rule of hyphens is no list.
    return /^[\s*-]*$/.test(line) ? most : Math.max(most, marks);
  }, 0);
}

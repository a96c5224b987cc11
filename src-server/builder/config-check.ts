import type { FoundConfig } from '../model/repository-inspection.ts';

/** The names under which the configuration of builds is looked for, in this order. */
export const CONFIG_FILES = ['.readthedocs.yaml', '.readthedocs.yml', 'readthedocs.yaml', 'readthedocs.yml'] as const;

const MAX_SHOWN = 20_000;
const KEYS = new Set([
  ...['version', 'build', 'sphinx', 'mkdocs', 'python', 'conda', 'formats', 'submodules', 'search'],
]);
const ENTRY = /^(?<indent> *)(?:- +)*(?<key>"[^"]*"|'[^']*'|[^\s"'#[\]{},&*!|>%@`-][^:#]*?) *:(?: +(?<value>.*))?$/;
const ITEM = /^ *-(?: |$)/;
const BLOCK = /(?:^|\s)[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;

/**
 * Looks over the configuration file of builds without reading it whole, which is the builder's work: the slips that
 * make it unreadable, the version it is for, and keys that mean nothing.
 */
export function checkConfig(file: string, text: string): FoundConfig {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const problems: string[] = [];
  const seen = new Set<string>();
  let version: string | null = null;
  let failsOnWarning = false;
  let section = '';
  /** Indent of the key whose block of text runs on; lines further in belong to it. */
  let block: number | undefined;
  let open = 0;
  lines.forEach((line, index) => {
    const at = `Line ${index + 1}`;
    const indent = line.search(/\S/);
    if (indent < 0) return;
    if (block !== undefined && indent > block) return;
    block = undefined;
    if (/^\s*\t/.test(line)) return void problems.push(`${at} is indented with a tab; YAML wants spaces.`);
    if (/^\s*#/.test(line) || /^(---|\.\.\.|%)/.test(line)) return;
    const before = open;
    open += brackets(line, open > 0);
    if (before > 0) return;
    const entry = ENTRY.exec(line)?.groups;
    if (BLOCK.test(line)) block = indent;
    if (!entry) {
      if (!ITEM.test(line) && indent === 0) problems.push(`${at} is no "key: value".`);
      return;
    }
    const key = unquoted(entry.key ?? '');
    if (indent === 0 && !ITEM.test(line)) {
      if (seen.has(key)) problems.push(`${at} gives "${key}" a second time.`);
      else if (!KEYS.has(key)) problems.push(`${at}: "${key}" means nothing here.`);
      seen.add(key);
      section = key;
      if (key === 'version') version = unquoted((entry.value ?? '').replace(/\s+#.*$/, '').trim());
    } else if (section === 'sphinx' && key === 'fail_on_warning') {
      failsOnWarning = /^(true|yes|on)\b/i.test(entry.value ?? '');
    }
  });
  if (open !== 0) problems.push('A bracket is not closed.');
  if (version === null && problems.length === 0) problems.push('It does not say "version: 2".');
  else if (version !== null && version !== '2') problems.push(`Its version is ${version}; builds read version 2.`);
  return { file, text: text.slice(0, MAX_SHOWN), version, problems: problems.slice(0, 5), failsOnWarning };
}

/** How many brackets a line opens and does not close, those in quotes left out. */
function brackets(line: string, inside: boolean): number {
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '').replace(/(^|\s)#.*$/, '');
  // Inside a plain text a bracket means nothing: only one that begins a value opens a list.
  if (!inside && !/(?:[:-] +|^\s*)[[{]/.test(bare)) return 0;
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0);
}

function unquoted(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

import { parseSearchQuery, type SearchQuery, type SearchScope } from './search-query.ts';

const ARGUMENT = /^(project|subprojects):([-\w]+)(?:\/([-\w.]+))?$/;
const MINE = 'user:@me';

/**
 * Parses a search as today's service does: `project:SLUG` is that project alone, `subprojects:SLUG` has its subprojects
 * too, `name\\:value` is text. undefined when it names no place, or nothing but places: that finds nothing.
 * @throws Invalid about `q` (live-service.md 2, "Search")
 */
export function parseCurrentSearch(q: string): SearchQuery | undefined {
  const scopes: SearchScope[] = [];
  const words: string[] = [];
  for (const part of q.split(/\s+/)) {
    const scope = parseScope(part);
    if (scope) scopes.push(scope);
    else if (part !== '') words.push(part.replaceAll('\\:', ' '));
  }
  const text = words.join(' ');
  if (scopes.length === 0 || text.trim() === '') return undefined;
  // A word with a colon is no scope any more.
  return { ...parseSearchQuery(text.replaceAll(':', ' ')), text, scopes };
}

function parseScope(part: string): SearchScope | undefined {
  if (part === MINE) return { kind: 'mine' };
  const [, kind, project, version = null] = ARGUMENT.exec(part) ?? [];
  if (project === undefined) return undefined;
  return { kind: kind === 'project' ? kind : 'subprojects', project, version };
}

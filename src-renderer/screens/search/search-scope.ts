const SCOPE = /(?<=^|\s)(project|subprojects):(?=[-\w])/;

/** Tells whether a search of one project looks in its subprojects too; null for a search that names no project. */
export function searchesSubprojects(q: string): boolean | null {
  const [, kind] = SCOPE.exec(q) ?? [];
  return kind === undefined ? null : kind === 'subprojects';
}

/** Returns the search with its first project alone, or with its subprojects. */
export function scopedTo(q: string, withSubprojects: boolean): string {
  return q.replace(SCOPE, withSubprojects ? 'subprojects:' : 'project:');
}

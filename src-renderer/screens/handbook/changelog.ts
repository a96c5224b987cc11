/**
 * Returns the part of the changelog that is new since a version: the sections above that version's. Without one that it
 * names, returns the sections down to the present version's.
 */
export function newsSince(changelog: string, since: string | null, present: string): string {
  const sections = changelog.split(/^(?=## )/m).slice(1);
  const isOf = (section: string, version: string | null) =>
    version !== null && section.startsWith(`## ${version}\n`);
  const seen = sections.findIndex((section) => isOf(section, since));
  if (seen > 0 && since !== present) return sections.slice(0, seen).join('');
  return sections.slice(0, sections.findIndex((section) => isOf(section, present)) + 1 || 1).join('');
}

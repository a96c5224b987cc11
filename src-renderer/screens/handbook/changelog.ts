/** The heading of what the next release brings; a program that is run holds it already. */
const UNRELEASED = 'Unreleased';

type Section = { readonly version: string; readonly text: string };

/**
 * Returns the part of the changelog that is new since a version: the sections above that version's. Without one that it
 * names, returns the sections down to the present version's. Each is headed by its release, such as `Lectern 0.1.0`.
 */
export function newsSince(changelog: string, since: string | null, present: string): string {
  const sections = sectionsOf(changelog, present);
  const seen = sections.findIndex(({ version }) => version === since);
  const end =
    seen > 0 && since !== present ? seen : sections.findIndex(({ version }) => version === present) + 1 || 1;
  return sections
    .slice(0, end)
    .map(({ version, text }) => `## Lectern ${version}\n\n${text}\n`)
    .join('\n');
}

/** Returns the sections by release; what is not released yet belongs to the present version, with that version's own. */
function sectionsOf(changelog: string, present: string): Section[] {
  const texts = new Map<string, string[]>();
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n');
    const version = heading.trim() === UNRELEASED ? present : heading.trim();
    texts.set(version, [...(texts.get(version) ?? []), lines.join('\n').trim()]);
  }
  return [...texts].map(([version, parts]) => ({ version, text: parts.join('\n') }));
}

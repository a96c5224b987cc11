import { fromLabel, type RedirectView, toLabel } from './redirect-view.ts';
import type { RedirectsFilter } from './redirects-address.ts';

/** Tells whether a filter leaves out any redirect. */
export function isFiltered({ text, types }: RedirectsFilter): boolean {
  return text.trim() !== '' || types.length > 0;
}

/** Returns the redirects of these types that have each word of the text in From, To or their description. */
export function filterRedirects(
  rules: readonly RedirectView[],
  { text, types }: RedirectsFilter,
): readonly RedirectView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && types.length === 0) return rules;
  return rules.filter((rule) => {
    if (types.length > 0 && !types.includes(rule.type)) return false;
    const texts = `${fromLabel(rule).text}\n${toLabel(rule).text}\n${rule.description ?? ''}`.toLowerCase();
    return words.every((word) => texts.includes(word));
  });
}

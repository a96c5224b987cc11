/* The service's errors when a project cannot be a translation of another (behaviour.md 11). */

/** The main project is a translation itself. */
export function mainIsATranslation(slug: string): string {
  return `Project "${slug}" is already a translation`;
}
/** The candidate is unknown, a translation already, or the main project itself. */
export function noSuchTranslation(slug: string): string {
  return `Project "${slug}" does not exist.`;
}
/** `language` is the name, not the code. */
export function sameLanguage(language: string): string {
  return `Both projects can not have the same language (${language}).`;
}
/** `language` is the name, not the code. */
export function translationExists(language: string): string {
  return `This project already has a translation for ${language}.`;
}
/** The candidate has translations of its own. */
export const TRANSLATION_HAS_TRANSLATIONS =
  'A project with existing translations can not be added as a project translation.';
/** Error on `language`: the main project would have two translations of one language. */
export function languageTaken(code: string, mainSlug: string): string {
  return `There is already a "${code}" translation for the ${mainSlug} project.`;
}

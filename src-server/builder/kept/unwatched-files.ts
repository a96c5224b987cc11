/** Files of the documentation that Sphinx does not watch: code of extensions, and templates. */
const UNWATCHED = /\.(?:py|html|htm|jinja2?|j2|txt_t|css_t|js_t)$/i;

/** Returns whether a path of the checkout is below a folder of it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '.' || path.startsWith(`${folder}/`);
}

/** Returns whether Sphinx would go on from pages that a change of this file makes wrong. */
export function isUnwatched(path: string, folder: string): boolean {
  return isWithin(path, folder) && UNWATCHED.test(path);
}

const unsavedForms = new Set<object>();

/** Notes that a form holds what a reload would lose. Returns the function that takes this back. */
export function noteUnsaved(): () => void {
  const form = {};
  unsavedForms.add(form);
  return () => unsavedForms.delete(form);
}

/** Tells whether any open form holds what a reload would lose. */
export function hasUnsavedForms(): boolean {
  return unsavedForms.size > 0;
}

/** How long the second key of a sequence is waited for, in milliseconds. */
const WAIT_MS = 1500;
/** Keys there are choices or text. */
const OWN_KEYS = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Tells whether a shortcut is one key after the other: `G P`. */
export function isSequence(keys: string): boolean {
  return /^[A-Z] [A-Z]$/.test(keys);
}

/** Runs actions by sequences of two letters, pressed where no text is typed; returns what ends that. */
export function onKeySequences(
  actions: ReadonlyMap<string, () => void>,
  isTyping: (target: EventTarget | null) => boolean,
): () => void {
  let before: { readonly key: string; readonly at: number } | undefined;
  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isElsewhere = isTyping(target) || (target instanceof Element && target.closest(OWN_KEYS) !== null);
    if (hasModifier || isElsewhere || event.defaultPrevented) {
      before = undefined;
      return;
    }
    const key = event.key.toUpperCase();
    const isLate = before === undefined || event.timeStamp - before.at > WAIT_MS;
    const run = isLate ? undefined : actions.get(`${before?.key} ${key}`);
    before = run ? undefined : { key, at: event.timeStamp };
    if (!run) return;
    event.preventDefault();
    run();
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

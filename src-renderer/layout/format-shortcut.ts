const IS_MAC = /Mac/.test(navigator.platform);

/** A shortcut as this machine's keyboard names it: `mod+shift+P` is `Ctrl Shift P` or `⇧⌘P`. */
export function formatShortcut(shortcut: string): string {
  const keys = shortcut.split('+');
  if (!IS_MAC) return keys.map((key) => (key === 'mod' ? 'Ctrl' : capitalize(key))).join(' ');
  const symbols: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' };
  return keys.map((key) => symbols[key] ?? capitalize(key)).join('');
}

function capitalize(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}

const ON_A_MAC = /Mac/.test(navigator.platform);

/** A shortcut as this machine's keyboard names it: `mod+shift+P` is `Ctrl Shift P` or `⇧⌘P`. */
export function keyWords(shortcut: string): string {
  const parts = shortcut.split('+');
  if (!ON_A_MAC) return parts.map((part) => (part === 'mod' ? 'Ctrl' : capital(part))).join(' ');
  const signs: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' };
  return parts.map((part) => signs[part] ?? capital(part)).join('');
}

function capital(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1);
}

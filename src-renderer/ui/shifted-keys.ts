/** Returns a sign as a shortcut with and without Shift: which of them types it depends on the keyboard's language. */
export function onAnyKeyboard(sign: string): readonly [plain: string, shifted: string] {
  return [sign, `shift+${sign}`];
}

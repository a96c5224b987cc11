/** Quotes a word for a POSIX shell, where single quotes protect everything but themselves. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

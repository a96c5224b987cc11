/** Saves texts, one after the other, as one file, as this window saves files. `type` is its media type. */
export function saveFile(texts: readonly string[], type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([...texts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads texts or bytes, one after the other, as one file of a media type. */
export function saveFile(texts: readonly BlobPart[], type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([...texts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

import { parseDocument } from 'yaml';

/** Reads the folder of the pages from the text of an mkdocs.yml; MkDocs reports problems of the file itself. */
export function readDocsDir(text: string): string {
  // MkDocs has YAML tags of its own. The parser checks unique keys in quadratic time.
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
  const docsDir: unknown = document.get('docs_dir');
  return typeof docsDir === 'string' ? docsDir : 'docs';
}

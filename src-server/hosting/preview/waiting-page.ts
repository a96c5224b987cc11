import { escapeHtml } from '../../model/base/text/escape-html.ts';
import type { Preview } from '../../model/previews/preview.ts';

/** Lets the page run the script of the preview and hear its events, and nothing else (safety S14). */
export const WAITING_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `:root { color-scheme: light dark } body { margin: 0; font: 15px/24px system-ui, sans-serif;
  background: light-dark(#FBF9F5, #191922); color: light-dark(#1F1D22, #EFECE6) }
main { max-width: 640px; margin: 12vh auto; padding: 0 24px } h1 { font: 600 28px/36px Georgia, serif; margin: 0 0 8px }
a { color: light-dark(#8E1B6B, #F2A3D3) } code { overflow-wrap: anywhere }`;

/** Makes the page for a path that no page of the preview answers; it reloads with the next build. */
export function waitingPage(preview: Preview): string {
  const { state, revision, url, project } = preview;
  const root = new URL(url).pathname;
  const heading = revision === 0 && state === 'building' ? 'The preview is being built' : 'Page not found';
  const text =
    revision > 0
      ? `The last build has no such page. See the <a href="${escapeHtml(root)}">first page</a> of this preview.`
      : state === 'building'
        ? 'This page shows it as soon as it is ready.'
        : 'No build has made pages yet. Save a file to build again.';
  return `<!doctype html>
<html lang="en"><head><script src="/_/preview/script.js" data-revision="${revision}"></script><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(`${heading} · ${project.name}`)}</title><style>${STYLE}</style></head>
<body><main><h1>${heading}</h1><p>${text}</p></main></body></html>
`;
}

/** A section of a page: heading and text, or an object and its documentation. */
export type Part =
  | { readonly kind: 'heading'; readonly title: string; readonly text: string }
  | { readonly kind: 'object'; readonly id: string; readonly signature: string; readonly text: string };

export type Page = { readonly title: string; readonly intro: string; readonly parts: readonly Part[] };

export const heading = (title: string, text: string): Part => ({ kind: 'heading', title, text });
export const object = (id: string, signature: string, text: string): Part => ({
  ...{ kind: 'object', id },
  ...{ signature, text },
});

/** Writes a page as Sphinx does, objects as its autodoc writes them. */
export function sphinxHtml({ title, intro, parts }: Page, language: string, site: string): string {
  const body = parts.map((part) =>
    part.kind === 'heading'
      ? `<section id="${anchor(part.title)}"><h2>${code(part.title)}${link(anchor(part.title))}</h2><p>${code(part.text)}</p></section>`
      : `<dl class="py ${part.signature.startsWith('class ') ? 'class' : 'function'}"><dt class="sig sig-object py" id="${part.id}">${signature(part)}${link(part.id)}</dt><dd><p>${code(part.text)}</p></dd></dl>`,
  );
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title} — ${site}</title></head><body>
<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="genindex.html">index</a></li></ul></div>
<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
<section id="${anchor(title)}"><h1>${title}${link(anchor(title))}</h1><p>${code(intro)}</p>${body.join('\n')}</section>
</div></div></div><div class="sphinxsidebar" role="navigation"><h3>Table of Contents</h3></div></div></body></html>`;
}

/** Writes a page as MkDocs does with its own theme. */
export function mkdocsHtml({ title, intro, parts }: Page, site: string): string {
  const body = parts.map((part) =>
    part.kind === 'heading'
      ? `<h2 id="${anchor(part.title)}">${code(part.title)}</h2><p>${code(part.text)}</p>`
      : `<h3 id="${part.id}"><code>${part.signature}</code></h3><p>${code(part.text)}</p>`,
  );
  return `<!DOCTYPE html><html lang="en"><head><title>${title} - ${site}</title></head><body>
<div class="navbar"><a href=".">Home</a></div><div class="container"><div class="col-md-3"><div class="navbar-light"><ul class="nav"><li>${title}</li></ul></div></div>
<div class="col-md-9" role="main"><h1 id="${anchor(title)}">${title}</h1><p>${code(intro)}</p>${body.join('\n')}</div></div>
<footer><p>Documentation built with MkDocs.</p></footer></body></html>`;
}

function anchor(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function link(id: string): string {
  return `<a class="headerlink" href="#${id}" title="Permalink">¶</a>`;
}

function code(text: string): string {
  return text.replaceAll(
    /`([^`]+)`/g,
    '<code class="docutils literal notranslate"><span class="pre">$1</span></code>',
  );
}

/** Writes a signature in pieces, as autodoc does. */
function signature({ id, signature: text }: Extract<Part, { kind: 'object' }>): string {
  const [, prefix = '', name = '', rest = ''] = /^((?:class |async )?)([\w.]+)(.*)$/s.exec(text) ?? [];
  const module = id.includes('.') && !name.includes('.') && prefix !== '' ? `${id.split('.')[0]}.` : '';
  return `<em class="property">${prefix}</em><span class="sig-prename descclassname">${module}</span><span class="sig-name descname">${name}</span><span class="sig-paren">${rest}</span><a class="viewcode-link" href="_modules/x.html"><span class="viewcode-link">[source]</span></a>`;
}

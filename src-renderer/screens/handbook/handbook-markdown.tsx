import { createElement, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from 'wouter';
import { handbookPath } from '../../features/handbook/handbook-pages.ts';
import { CodeBlock } from '../lessons/code-block.tsx';
import { textOf } from '../lessons/markdown.tsx';
import classes from './handbook.module.css';
import { handbookImage } from './handbook-content.ts';
import { headingAnchor } from './handbook-sections.ts';

type HeadingProps = { readonly node?: Parameters<typeof textOf>[0]; readonly children?: ReactNode };

function heading(level: 'h2' | 'h3' | 'h4') {
  return ({ node, children }: HeadingProps) =>
    createElement(level, { id: headingAnchor(textOf(node)), tabIndex: -1 }, children);
}

const COMPONENTS: Components = {
  // The screen shows the title.
  h1: () => null,
  h2: heading('h2'),
  h3: heading('h3'),
  h4: heading('h4'),
  pre: ({ node }) => <CodeBlock text={textOf(node)} />,
  code: ({ children }) => <code className={`mono ${classes.code}`}>{children}</code>,
  table: ({ children, node }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={classes.table} tabIndex={0} aria-label={`Table: ${tableStart(textOf(node))}`}>
      <table>{children}</table>
    </section>
  ),
  img: ({ src, alt }) => {
    const url = typeof src === 'string' ? handbookImage(src) : undefined;
    return url === undefined ? null : <img src={url} alt={alt} loading="lazy" className={classes.image} />;
  },
};

/** Returns how a table begins, which tells it from the others of its page. */
const tableStart = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 60);

/** Shows a page of the handbook. `page` is the page that links of its own are below. */
export function HandbookMarkdown({ page, text }: { readonly page: string; readonly text: string }) {
  return (
    <article className={classes.markdown}>
      <ReactMarkdown
        skipHtml
        remarkPlugins={[remarkGfm]}
        components={{
          ...COMPONENTS,
          a: ({ href = '', children }) => (
            <HandbookLink page={page} href={href}>
              {children}
            </HandbookLink>
          ),
        }}
      >
        {text}
      </ReactMarkdown>
    </article>
  );
}

type LinkProps = { readonly page: string; readonly href: string; readonly children: ReactNode };

function HandbookLink({ page, href, children }: LinkProps) {
  const [, file = '', anchor = ''] = /^(?:([\w-]+)\.md)?(?:#(.*))?$/.exec(href) ?? [];
  if (file !== '' || anchor !== '')
    return <Link href={handbookPath(file === '' ? page : file, anchor)}>{children}</Link>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { Link } from 'wouter';
import { CodeBlock } from './code-block.tsx';
import classes from './lessons.module.css';

/** What may stand in a lesson. Pictures are left out: they would be fetched from elsewhere. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [
    ...['p', 'h3', 'h4', 'h5', 'h6', 'em', 'strong', 'code', 'pre', 'a', 'ul', 'ol', 'li', 'blockquote'],
    ...['hr', 'br', 'del', 'img'],
  ],
  attributes: { a: ['href'], img: ['alt'], code: [['className', /^language-./]], ol: ['start'] },
  protocols: { href: ['http', 'https'] },
};

const COMPONENTS: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ alt }) => <em>{alt}</em>,
  pre: ({ node }) => <CodeBlock text={textOf(node)} />,
  code: ({ children }) => <code className={`mono ${classes.code}`}>{children}</code>,
};

/** Shows the Markdown of a lesson, which a stranger may have written: no HTML of it runs, nothing is fetched. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown skipHtml rehypePlugins={[[rehypeSanitize, SCHEMA]]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

function SafeLink({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  if (href !== undefined && /^\/(?![/\\])/.test(href)) return <Link href={href}>{children}</Link>;
  if (href === undefined || !/^https?:\/\//.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

type Node = { readonly type: string; readonly value?: unknown; readonly children?: readonly Node[] };

/** Returns the text inside a node. */
export function textOf(node: Node | undefined): string {
  if (node?.type === 'text') return String(node.value);
  return (node?.children ?? []).map(textOf).join('');
}

import { IconExternalLink } from '@tabler/icons-react';
import type { FoundDocsPage } from '../../../src-server/desk/search/docs-search.ts';
import type { MarkedPiece } from '../../../src-server/model/search/search-words.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import classes from './search.module.css';

/** A page that was found, with the headings below which something stands. Each opens the page there. */
export function FoundPage({ page }: { readonly page: FoundDocsPage }) {
  const { url, path, title, project, version, sections } = page;
  return (
    <li className={classes.page}>
      <h2 className={classes.title}>
        <a href={url} target="_blank" rel="noreferrer">
          {title.length === 0 ? path : <Marked pieces={title} />}
          <IconExternalLink size={12} stroke={1.75} aria-hidden />
        </a>
      </h2>
      <p className={classes.where}>
        <span>{project.name}</span>
        <Chip mono>{version}</Chip>
        <span className="mono cut" title={url}>
          {path}
        </span>
      </p>
      {sections.map((section) => (
        <div key={section.url} className={classes.section}>
          <a href={section.url} target="_blank" rel="noreferrer" className={classes.heading}>
            <Marked pieces={section.title} />
          </a>
          {section.excerpt && (
            <p className={classes.excerpt}>
              {section.excerpt.before && '… '}
              <Marked pieces={section.excerpt.pieces} />
              {section.excerpt.after && ' …'}
            </p>
          )}
        </div>
      ))}
    </li>
  );
}

function Marked({ pieces }: { readonly pieces: readonly MarkedPiece[] }) {
  return pieces.map(({ text, hit }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
    hit ? <mark key={at}>{text}</mark> : text,
  );
}

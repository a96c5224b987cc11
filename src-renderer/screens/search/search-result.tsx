import { IconExternalLink } from '@tabler/icons-react';
import type { MatchedPage } from '../../../src-server/desk/search/docs-search.ts';
import type { HighlightedSegment } from '../../../src-server/model/search/search-tokenizer.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import classes from './search.module.css';

/** A page that was found, with the headings below which something stands. Each opens the page there. */
export function SearchResult({ page }: { readonly page: MatchedPage }) {
  const { url, path, title, project, version, sections } = page;
  return (
    <li className={classes.result}>
      <h2 className={classes.title}>
        <a href={url} target="_blank" rel="noreferrer">
          {title.length === 0 ? path : <HighlightedText pieces={title} />}
          <IconExternalLink size={12} stroke={1.75} aria-hidden />
        </a>
      </h2>
      <p className={classes.location}>
        <span>{project.name}</span>
        <Chip mono>{version}</Chip>
        <span className="mono truncate" title={url}>
          {path}
        </span>
      </p>
      {sections.map((section) => (
        <div key={section.url} className={classes.section}>
          <a href={section.url} target="_blank" rel="noreferrer" className={classes.heading}>
            <HighlightedText pieces={section.title} />
          </a>
          {section.excerpt && (
            <p className={classes.excerpt}>
              {section.excerpt.before && '… '}
              <HighlightedText pieces={section.excerpt.pieces} />
              {section.excerpt.after && ' …'}
            </p>
          )}
        </div>
      ))}
    </li>
  );
}

function HighlightedText({ pieces }: { readonly pieces: readonly HighlightedSegment[] }) {
  return pieces.map(({ text, highlighted: hit }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
    hit ? <mark key={index}>{text}</mark> : text,
  );
}

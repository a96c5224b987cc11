import { Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { MatchedPage } from '../../../src-server/desk/search/docs-search.ts';
import type { HighlightedSegment } from '../../../src-server/model/search/search-tokenizer.ts';
import { copyable } from '../../ui/context-menu/copyable.ts';
import { Chip } from '../../ui/feedback/chip.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import classes from './search.module.css';

/** Shows a matching page with its matching sections, each a link. */
export function SearchResult({ page }: { readonly page: MatchedPage }) {
  const { url, path, title, project, version, sections } = page;
  return (
    <li className={classes.result} {...copyable('URL', url)}>
      <h2 className={classes.title}>
        <a href={url} target="_blank" rel="noreferrer">
          {title.length === 0 ? path : <HighlightedText segments={title} />}
          <IconExternalLink size={12} stroke={1.75} aria-hidden />
        </a>
      </h2>
      <Group
        component="p"
        className="dimmer"
        gap={8}
        miw={0}
        fz={12}
        wrap="nowrap"
        style={{ whiteSpace: 'nowrap' }}
      >
        <span>{project.name}</span>
        <Chip mono>{version}</Chip>
        <span className="mono truncate" title={url}>
          {path}
        </span>
      </Group>
      {sections.map((section) => {
        // The first section of a page often has the page's own title.
        const isNamed = textOf(section.title) !== textOf(title);
        if (!isNamed && !section.excerpt) return null;
        return (
          <div key={section.url} className={classes.section} {...copyable('URL', section.url)}>
            {isNamed && (
              <a href={section.url} target="_blank" rel="noreferrer" className={classes.heading}>
                <HighlightedText segments={section.title} />
              </a>
            )}
            {section.excerpt && (
              <p className="dim">
                {section.excerpt.before && '… '}
                <HighlightedText segments={section.excerpt.pieces} />
                {section.excerpt.after && ' …'}
              </p>
            )}
          </div>
        );
      })}
    </li>
  );
}

const textOf = (segments: readonly HighlightedSegment[]) => segments.map(({ text }) => text).join('');

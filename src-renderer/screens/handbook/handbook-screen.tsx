import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useHandbookAddress } from '../../features/handbook/handbook-address.ts';
import { HANDBOOK_PARTS, handbookPath, handbookTitle } from '../../features/handbook/handbook-pages.ts';
import { Screen, ScreenColumns } from '../../ui/feedback/screen.tsx';
import { pluralize } from '../../ui/format.ts';
import { NotFoundScreen } from '../not-found-screen.tsx';
import { SearchField } from '../search/search-field.tsx';
import classes from './handbook.module.css';
import { handbookSections, handbookText } from './handbook-content.ts';
import { HandbookMarkdown } from './handbook-markdown.tsx';
import { type HandbookHit, searchHandbook } from './search-handbook.ts';

/** Shows a page of the handbook beside its menu, or what a search finds on all pages. */
export function HandbookScreen({ page = 'index' }: { readonly page?: string | undefined }) {
  const { q, change } = useHandbookAddress();
  const text = handbookText(page);
  const hits = searchHandbook(handbookSections(), q);
  const isSearch = q.trim() !== '';
  if (text === undefined) return <NotFoundScreen message="The handbook has no such page." />;
  const title = handbookTitle(page) ?? 'Handbook';
  return (
    <Screen
      title={isSearch ? 'Search the handbook' : title}
      breadcrumbs={[{ label: 'Handbook', href: '/help' }, ...(page === 'index' ? [] : [{ label: title }])]}
      tools={
        <SearchField
          label="Search the handbook"
          placeholder="Search the handbook"
          q={q}
          isFocused={false}
          change={change}
        />
      }
      footer={isSearch && <span role="status">{pluralize(hits.length, 'section')} found</span>}
    >
      <ScreenColumns>
        <Menu page={isSearch ? undefined : page} />
        <Content key={isSearch ? 'search' : page}>
          {isSearch ? <Hits hits={hits} /> : <HandbookMarkdown page={page} text={text} />}
        </Content>
      </ScreenColumns>
    </Screen>
  );
}

/** Shows what scrolls, at the heading that the address names. */
function Content({ children }: { readonly children: ReactNode }) {
  const hash = useLocationProperty(() => location.hash);
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    const anchor = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (anchor) anchor.scrollIntoView();
    else content.current?.scrollTo(0, 0);
  }, [hash]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section ref={content} className={classes.content} tabIndex={0} aria-label="Content">
      {children}
    </section>
  );
}

function Menu({ page }: { readonly page: string | undefined }) {
  return (
    <nav className={classes.menu} aria-label="Pages of the handbook">
      {HANDBOOK_PARTS.map(({ title, pages }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {pages.map(([id, label]) => (
              <li key={id}>
                <Link href={handbookPath(id)} aria-current={id === page ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Hits({ hits }: { readonly hits: readonly HandbookHit[] }) {
  if (hits.length === 0) return <p className="dim">No page has all of these words.</p>;
  return (
    <ol className={classes.hits} aria-label="Sections">
      {hits.map(({ page, heading, anchor, snippet }) => (
        <li key={`${page}#${anchor}`}>
          <Link href={handbookPath(page, anchor)}>
            {handbookTitle(page)}
            {anchor !== '' && ` › ${heading}`}
          </Link>
          <p className="dim">{snippet}</p>
        </li>
      ))}
    </ol>
  );
}

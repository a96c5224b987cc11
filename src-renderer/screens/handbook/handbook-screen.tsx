import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { handbookSearchPath, useHandbookAddress } from '../../features/handbook/handbook-address.ts';
import { HANDBOOK_PARTS, handbookPath, handbookTitle } from '../../features/handbook/handbook-pages.ts';
import { Screen, ScreenColumns } from '../../ui/feedback/screen.tsx';
import { pluralize } from '../../ui/format.ts';
import { HighlightedText } from '../search/highlighted-text.tsx';
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
  const title = handbookTitle(page) ?? 'No such page';
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
          {isSearch && <Hits hits={hits} />}
          {!isSearch &&
            (text === undefined ? <MissingPage page={page} /> : <HandbookMarkdown page={page} text={text} />)}
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

/** Says that the handbook has no page of this name, and where to go on. */
function MissingPage({ page }: { readonly page: string }) {
  return (
    <div className={classes.markdown}>
      <p>
        The handbook has no page called <b>{page}</b>. It may have another name now.
      </p>
      <ul>
        <li>
          <Link href={handbookPath('index')}>All pages, by what you want to do</Link>
        </li>
        <li>
          <Link href={handbookSearchPath(page)}>Search the handbook for “{page}”</Link>
        </li>
        <li>
          <Link href={handbookPath('problems')}>What to do when something does not work</Link>
        </li>
      </ul>
    </div>
  );
}

function Hits({ hits }: { readonly hits: readonly HandbookHit[] }) {
  if (hits.length === 0)
    return <p className="dim">No page has all of these words. Try fewer words, or another one.</p>;
  return (
    <ol className={classes.hits} aria-label="Sections">
      {hits.map(({ page, anchor, title, snippet }) => (
        <li key={`${page}#${anchor}`}>
          <Link href={handbookPath(page, anchor)}>
            {anchor !== '' && `${handbookTitle(page)} › `}
            <HighlightedText segments={title} />
          </Link>
          <p className="dim">
            <HighlightedText segments={snippet} />
          </p>
        </li>
      ))}
    </ol>
  );
}

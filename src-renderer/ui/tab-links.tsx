import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { formatCount } from './format.ts';
import classes from './tab-links.module.css';

/** A tab with a path of its own, and how many things it lists. */
export type TabLink = {
  readonly key: string;
  readonly label: string;
  readonly href: string;
  readonly count?: number | undefined;
};

type Props = { readonly label: string; readonly tabs: readonly TabLink[]; readonly active: string };

/** Links the tabs of a screen. In a narrow window they scroll, and the active one scrolls into view. */
export function TabLinks({ label, tabs, active }: Props) {
  const activeTab = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab is its own element
  useEffect(() => {
    activeTab.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [active]);
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ key, label: name, href, count }) => (
        <Link
          key={key}
          ref={key === active ? activeTab : undefined}
          href={href}
          className={key === active ? `${classes.tab} ${classes.activeTab}` : classes.tab}
          aria-current={key === active ? 'page' : undefined}
        >
          {name}
          {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { Link } from 'wouter';
import { keyWords } from './key-words.ts';
import { Mark } from './mark.tsx';
import { usePalette } from './palette/palette.ts';
import classes from './title-bar.module.css';
import { useTrail } from './trail.ts';

/** The bar above everything: the name, the way here, and the field that opens the palette. */
export function TitleBar() {
  const crumbs = useTrail((state) => state.crumbs);
  return (
    <header className={classes.bar}>
      <Link href="/projects" className={classes.brand} aria-label="Lectern, all projects">
        <Mark />
        <span>Lectern</span>
      </Link>
      <div className={classes.trail}>
        <ActionIcon variant="subtle" color="gray" aria-label="Back" onClick={() => history.back()}>
          <IconArrowLeft size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Forward" onClick={() => history.forward()}>
          <IconArrowRight size={16} stroke={1.75} />
        </ActionIcon>
        <nav aria-label="Breadcrumbs" className={classes.crumbs}>
          {crumbs.map(({ label, href }, index) => (
            <span key={href ?? label} className={classes.crumb}>
              {index > 0 && <IconChevronRight size={14} className={classes.between} aria-hidden />}
              {href !== undefined && index < crumbs.length - 1 ? (
                <Link href={href} className={classes.link}>
                  {label}
                </Link>
              ) : (
                <b className={classes.here} aria-current="page">
                  {label}
                </b>
              )}
            </span>
          ))}
        </nav>
      </div>
      <button type="button" className={classes.palette} onClick={() => usePalette.getState().show(true)}>
        <IconSearch size={14} stroke={1.75} aria-hidden />
        <span>Search or run a command</span>
        <kbd className={classes.key}>{keyWords('mod+K')}</kbd>
      </button>
      <div className={classes.windowKeys} />
    </header>
  );
}

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { ScreenBody } from '../feedback/screen.tsx';
import classes from './sectioned-body.module.css';

type Props = {
  /** Whether its groups stand in two columns where there is room; without it the children place themselves. */
  readonly flows?: boolean;
  readonly children: ReactNode;
};

/** How far below the top of the screen a heading counts as reached, in pixels. */
const READING_LINE = 60;

/** Shows the body of a screen of many groups, each under a heading, with a rail that names them where there is room. */
export function SectionedBody({ flows = false, children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <ScreenBody>
      <div className={classes.body}>
        <SectionRail content={content} />
        <div ref={content} className={flows ? classes.flow : classes.content}>
          {children}
        </div>
      </div>
    </ScreenBody>
  );
}

function SectionRail({ content }: { readonly content: RefObject<HTMLElement | null> }) {
  const headings = useHeadings(content);
  const [current, setCurrent] = useState<HTMLElement>();
  const isJumping = useRef(false);
  useEffect(() => {
    const onScroll = ({ target }: Event) => {
      if (isJumping.current || !(target instanceof HTMLElement) || !target.contains(content.current)) return;
      const { top } = target.getBoundingClientRect();
      setCurrent(
        headings.findLast((each) => each.getBoundingClientRect().top <= top + READING_LINE) ?? headings[0],
      );
    };
    // What was jumped to stays current until somebody scrolls: the end of a page cannot come to its top.
    const onHand = () => {
      isJumping.current = false;
    };
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    document.addEventListener('wheel', onHand, { capture: true, passive: true });
    document.addEventListener('keydown', onHand, true);
    return () => {
      document.removeEventListener('scroll', onScroll, true);
      document.removeEventListener('wheel', onHand, true);
      document.removeEventListener('keydown', onHand, true);
    };
  }, [content, headings]);
  if (headings.length < 2) return <div className={classes.rail} />;
  const shown = current && headings.includes(current) ? current : headings[0];
  return (
    <nav className={classes.rail} aria-label="On this page">
      <ul>
        {headings.map((heading) => (
          <li key={heading.textContent}>
            <button
              type="button"
              className={heading === shown ? `${classes.section} ${classes.current}` : classes.section}
              aria-current={heading === shown ? 'location' : undefined}
              onClick={() => {
                isJumping.current = true;
                setCurrent(heading);
                heading.scrollIntoView({ block: 'start' });
                // So that the next Tab reaches what is under it.
                heading.tabIndex = -1;
                heading.focus({ preventScroll: true });
              }}
            >
              {heading.textContent}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the headings in an element, also those that come later. */
function useHeadings(content: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  useEffect(() => {
    const { current } = content;
    if (!current) return;
    const read = () => {
      const found = [...current.querySelectorAll<HTMLElement>('h2')];
      setHeadings((known) =>
        known.length === found.length && known.every((each, at) => each === found[at]) ? known : found,
      );
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [content]);
  return headings;
}

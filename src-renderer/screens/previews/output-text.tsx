import { useLayoutEffect, useRef } from 'react';
import classes from './previews.module.css';

/** Shows output of a build, which scrolls; a failed one from its end, where the error is. */
export function OutputText({ text, isAtEnd = false }: { readonly text: string; readonly isAtEnd?: boolean }) {
  const box = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is shown from its end again
  useLayoutEffect(() => {
    if (isAtEnd && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [isAtEnd, text]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <pre ref={box} className={`mono ${classes.output}`} tabIndex={0}>
      {text}
    </pre>
  );
}

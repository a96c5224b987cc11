import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

type Options = {
  /** What is typed is reported at most this often, in milliseconds. */
  readonly delay?: number;
  /** Makes of what is typed what is reported: `trim`. */
  readonly normalize?: (typed: string) => string;
};

/** The text of a field, and how it changes. */
export type Draft = {
  readonly typed: string;
  readonly type: (next: string) => void;
  /** Reports what is typed now, without waiting, unless it has been. */
  readonly flush: () => void;
};

const unchanged = (typed: string) => typed;

/**
 * Keeps what is typed into a field whose `value` lives elsewhere, in the address as a rule: reports it a moment after
 * the last key, and follows other changes of `value` meanwhile (back, "Clear filters").
 */
export function useDraft(
  value: string,
  report: (next: string) => void,
  { delay = 80, normalize = unchanged }: Options = {},
): Draft {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const reportLater = useDebouncedCallback((next: string) => {
    reported.current = normalize(next);
    report(reported.current);
  }, delay);
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  return {
    typed,
    type(next) {
      setTyped(next);
      reportLater(next);
    },
    flush() {
      if (normalize(typed) === reported.current) return;
      reportLater(typed);
      reportLater.flush();
    },
  };
}

/** The result of one check of `doctor`. */
export type Check = {
  /** What was checked; also the key for programs. */
  readonly name: string;
  /** `warning`: works, but could be better. */
  readonly state: 'ok' | 'warning' | 'fault';
  /** What was found. */
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** Messages of other programs, a line each; people see the first. */
  readonly details?: readonly string[];
};

/** Reports that something works. */
export function ok(name: string, text: string): Check {
  return { name, state: 'ok', text };
}

/** Reports that something works, but could be better. */
export function warning(name: string, text: string, remedy: string): Check {
  return { name, state: 'warning', text, remedy };
}

/** Reports that something does not work. */
export function finding(name: string, text: string, remedy: string): Check {
  return { name, state: 'fault', text, remedy };
}

/** Returns an error's message as one line without the full stop, since more may follow. */
export function reason(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replace(/\.$/, '');
}

/** One thing that `doctor` looked at. */
export type Check = {
  /** What was looked at; also the key for programs. */
  readonly name: string;
  /** `warning`: works, and could be better. */
  readonly state: 'ok' | 'warning' | 'fault';
  /** What was found. */
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** What a program said of it, a line each; people see the first. */
  readonly details?: readonly string[];
};

/** All is well. */
export function ok(name: string, text: string): Check {
  return { name, state: 'ok', text };
}

/** It works, and could be better. */
export function warning(name: string, text: string, remedy: string): Check {
  return { name, state: 'warning', text, remedy };
}

/** It does not work. */
export function finding(name: string, text: string, remedy: string): Check {
  return { name, state: 'fault', text, remedy };
}

/** What an error says in one line, without the full stop: more may follow. */
export function reason(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replace(/\.$/, '');
}

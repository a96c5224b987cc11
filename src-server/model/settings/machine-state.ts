import type { Timestamp } from '../base/timestamp.ts';

/** A finished backup as people see it. */
export type BackupSummary = {
  readonly file: string;
  /** Why it was made: `daily`, `manual`, `before-restore` … */
  readonly reason: string;
  readonly created: Timestamp;
  readonly bytes: number;
};

/** What a call of the public API answered. */
export type ApiResponse = {
  readonly status: number;
  readonly tookMs: number;
  /** The beginning of the body, as it came. */
  readonly text: string;
  readonly truncated: boolean;
};

/** What this program is made of. */
export type RuntimeVersions = { readonly node: string; readonly sqlite: string; readonly platform: string };

import type { Timestamp } from '../base/timestamp.ts';

/** A finished backup. */
export type BackupSummary = {
  readonly file: string;
  /** Reason of the backup: `daily`, `manual`, `before-restore` … */
  readonly reason: string;
  readonly created: Timestamp;
  /** Whether a wrong clock has dated it. */
  readonly fromFuture: boolean;
  readonly bytes: number;
};

/** The response of a call of the public API. */
export type ApiResponse = {
  readonly status: number;
  readonly tookMs: number;
  /** The beginning of the body. */
  readonly text: string;
  readonly truncated: boolean;
};

/** Versions of the software that runs Lectern. */
export type RuntimeVersions = { readonly node: string; readonly sqlite: string; readonly platform: string };

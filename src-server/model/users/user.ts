import type { z } from 'zod';
import { nested, text } from '../base/fields.ts';
import type { Timestamp } from '../base/timestamp.ts';

/** A user, who owns tokens and maintains projects. */
export type User = {
  readonly id: number;
  readonly username: string;
  /** A deactivated user keeps their rows but can no longer sign in. */
  readonly active: boolean;
  readonly created: Timestamp;
};

/** A token as stored, without its text (architecture, decision 9). */
export type Token = {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly lastFour: string;
  readonly created: Timestamp;
};

const USERNAME = /^[\p{L}\p{N}@.+_-]{1,150}$/u;

/** Returns what is wrong with a username, or undefined. */
export function usernameError(username: string): string | undefined {
  if (USERNAME.test(username)) return undefined;
  return 'A username has 1 to 150 characters: letters, digits and any of @ . + - _';
}

/** A username as sent by a caller or read from a file. */
export const Username = text({ max: 150, check: usernameError });

/** Body for adding a user. */
export const UserBody = nested({ username: Username });
export type UserBody = z.infer<typeof UserBody>;

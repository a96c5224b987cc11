import { escapeHtml } from '../base/text/escape-html.ts';
import type { JsonObject } from '../builds/build.ts';
import { CANCELLED, SKIPPED } from '../builds/build-outcome.ts';
import type { Notification } from './notification.ts';
import { SERVICE_TEXTS, type Text } from './service-texts.ts';

export const MESSAGE_TYPES = ['error', 'warning', 'info', 'note', 'tip'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The text of a notification. Header and body are HTML. */
export type NotificationMessage = {
  readonly id: string;
  readonly type: MessageType;
  readonly header: string;
  readonly body: string;
  readonly iconClasses: string;
};

const ICONS: Readonly<Record<MessageType, string>> = {
  error: 'fas fa-circle-xmark',
  warning: 'fas fa-triangle-exclamation',
  info: 'fas fa-circle-info',
  note: 'fas fa-note-sticky',
  tip: 'fas fa-lightbulb',
};

/** Message of a build that a command or a limit failed. Its header is the error that 2020 answers, if there is one. */
export const BUILD_FAILED = 'build:user:generic';
export const BUILD_CANCELLED = 'build:user:cancelled';
export const BUILD_SKIPPED = 'build:user:exit-code-183';
export const BUILD_TIMED_OUT = 'build:user:time-out';
export const BUILD_EXCESSIVE_MEMORY = 'build:user:excessive-memory';

/** Matches the ids of all that can be wrong with a configuration file; the header says what it is. */
const CONFIGURATION = /^(?:build:user:)?config:/;
const CONFIGURATION_TEXT: Text = {
  type: 'error',
  header: 'The configuration file cannot be used',
  body: 'Correct it in the repository, and build again.',
};

/** What is said of a file that Lectern builds. Its details have `isBuilt`; the header says what the service refuses. */
const BUILT_CONFIGURATION_TEXT: Text = {
  type: 'info',
  header: 'Today’s service refuses the configuration file',
  body: 'Lectern builds with it. Correct it in the repository before the service builds this project.',
};

export const SYNC_FAILED = 'project:repository:failed-to-get-versions';

/** The messages that are known here, by their ids (live-service.md 4). */
const TEXTS: Readonly<Record<string, Text>> = {
  ...SERVICE_TEXTS,
  [BUILD_FAILED]: {
    type: 'error',
    header: 'A command of this build failed',
    body: 'Read the output of its last command, correct the cause, and build again.',
  },
  [BUILD_CANCELLED]: {
    type: 'error',
    header: 'This build was cancelled',
    body: 'Nothing of it is served. Build the version again to publish its pages.',
  },
  [BUILD_SKIPPED]: {
    type: 'info',
    header: 'This build was skipped',
    body: 'One of its commands ended with exit code 183, which skips a build on purpose.',
  },
  [BUILD_TIMED_OUT]: {
    type: 'error',
    header: 'This build took too long',
    body: 'Give builds more time in the settings, or make the build shorter.',
  },
  'build:user:concurrency-limit-reached': {
    type: 'error',
    header: 'Too many builds at once',
    body: 'This build waits until another one has ended.',
  },
  'project:invalid:skip-builds': {
    type: 'info',
    header: 'Builds of this project are off',
    body: 'Nothing is built until they are switched on again.',
  },
  'project:builds:disabled-due-to-consecutive-failures': {
    type: 'warning',
    header: 'Builds of this project are off, since too many in a row have failed',
    body: 'Correct the cause, then switch them on again.',
  },
  [SYNC_FAILED]: {
    type: 'error',
    header: 'The branches and tags of the repository could not be read',
    body: 'Check the address of the repository in the settings of the project.',
  },
  'project:webhooks:deprecated': {
    type: 'warning',
    header: 'A webhook of this project has no secret',
    body: 'Give it one, so that nobody else can start builds.',
  },
  'core:email:validation-pending': {
    type: 'error',
    header: 'An e-mail address is not confirmed yet',
    body: 'Confirm it to hear of failed builds.',
  },
};

/** Returns the text of a notification; null when its id is not known here. */
export function messageOf({
  message: id,
  details,
}: Pick<Notification, 'message' | 'details'>): NotificationMessage | null {
  const text = Object.hasOwn(TEXTS, id) ? TEXTS[id] : configurationText(id, details.isBuilt === true);
  if (!text) return null;
  const header = typeof details.error === 'string' && details.error !== '' ? details.error : text.header;
  const { type, body } = text;
  return { id, type, header: escapeHtml(header), body: escapeHtml(body), iconClasses: ICONS[type] };
}

function configurationText(id: string, isBuilt: boolean): Text | undefined {
  if (!CONFIGURATION.test(id)) return undefined;
  return isBuilt ? BUILT_CONFIGURATION_TEXT : CONFIGURATION_TEXT;
}

/** Returns what is said of a build that ended without success, by its error unless the kind of it is known. */
export function messageOfFailure(
  error: string,
  message: string = error === SKIPPED ? BUILD_SKIPPED : isCancelled(error) ? BUILD_CANCELLED : BUILD_FAILED,
): { readonly message: string; readonly details: JsonObject } {
  return { message, details: { error } };
}

const isCancelled = (error: string): boolean => error.startsWith(CANCELLED);

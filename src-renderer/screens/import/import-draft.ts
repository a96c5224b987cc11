import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { BuildToolSource } from '../../../src-server/model/projects/project.ts';

/** Values of the import form. */
export type ImportValues = {
  readonly name: string;
  readonly language: string;
  readonly programmingLanguage: string;
  /** '' for the repository's default branch. */
  readonly defaultBranch: string;
  readonly defaultVersion: string;
  readonly homepage: string;
  readonly tags: string[];
  readonly activateTags: boolean;
  /** '' for what is advised. */
  readonly buildTools: '' | BuildToolSource;
  /** The trust decision for this URL alone (safety S12). */
  readonly allowBuilds: boolean;
};

/** Values filled in from an inspected repository; they change with its URL. */
export type ImportGuesses = Partial<Pick<ImportValues, 'name' | 'defaultBranch' | 'programmingLanguage'>>;

type Draft = {
  /** As it is typed: a path or a URL. */
  readonly url: string;
  readonly values: ImportValues;
  readonly guesses: ImportGuesses;
  /** Whether nothing could be read there. */
  readonly isUnreadable: boolean;
  readonly update: (part: Partial<Pick<Draft, 'url' | 'values' | 'guesses' | 'isUnreadable'>>) => void;
  readonly discard: () => void;
};

/** Values of an empty form. */
export const EMPTY_VALUES: ImportValues = {
  name: '',
  language: 'en',
  programmingLanguage: 'words',
  defaultBranch: '',
  defaultVersion: 'latest',
  homepage: '',
  tags: [],
  activateTags: false,
  buildTools: '',
  allowBuilds: false,
};

const EMPTY_DRAFT = { url: '', values: EMPTY_VALUES, guesses: {}, isUnreadable: false } as const;

/** Stores the unsent form across reloads and restarts. */
export const useImportDraft = create<Draft>()(
  persist((set) => ({ ...EMPTY_DRAFT, update: (part) => set(part), discard: () => set(EMPTY_DRAFT) }), {
    name: 'lectern-import',
    version: 1,
    // Neither a URL with a password or without a repository nor the permission to build is stored.
    partialize: ({ url, values, guesses, isUnreadable }) => ({
      guesses,
      url: /:\/\/[^/]*:[^/]*@/.test(url) || isUnreadable ? '' : url,
      values: { ...values, allowBuilds: false },
    }),
  }),
);

import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Where the repository lies: an address, or a folder on this machine. */
export type SourceKind = 'url' | 'folder';

/** What somebody has typed into the form. */
export type ImportValues = {
  readonly name: string;
  readonly language: string;
  readonly programmingLanguage: string;
  /** '' for the repository's own. */
  readonly defaultBranch: string;
  readonly defaultVersion: string;
  readonly homepage: string;
  readonly tags: string[];
  readonly activateTags: boolean;
  /** The answer to the trust question, for this address alone (safety S12). */
  readonly allowBuilds: boolean;
};

/** What was filled in by looking into a repository, and goes with its address. */
export type ImportGuesses = Partial<Pick<ImportValues, 'name' | 'defaultBranch' | 'programmingLanguage'>>;

type Draft = {
  readonly kind: SourceKind;
  readonly url: string;
  readonly values: ImportValues;
  readonly guesses: ImportGuesses;
  readonly update: (part: Partial<Pick<Draft, 'kind' | 'url' | 'values' | 'guesses'>>) => void;
  readonly discard: () => void;
};

/** An untouched form. */
export const EMPTY_VALUES: ImportValues = {
  name: '',
  language: 'en',
  programmingLanguage: 'words',
  defaultBranch: '',
  defaultVersion: 'latest',
  homepage: '',
  tags: [],
  activateTags: false,
  allowBuilds: false,
};

const EMPTY_DRAFT = { kind: 'url', url: '', values: EMPTY_VALUES, guesses: {} } as const;

/** A form that was begun and not sent, which a reload or a restart must not lose. */
export const useImportDraft = create<Draft>()(
  persist((set) => ({ ...EMPTY_DRAFT, update: (part) => set(part), discard: () => set(EMPTY_DRAFT) }), {
    name: 'lectern-import',
    version: 1,
    // An address with a password in it is not written down, nor is a permission, which is asked for each time.
    partialize: ({ kind, url, values, guesses }) => ({
      guesses,
      kind,
      url: /:\/\/[^/]*:[^/]*@/.test(url) ? '' : url,
      values: { ...values, allowBuilds: false },
    }),
  }),
);

import type { z } from 'zod';
import { field, NOT_A_STRING, NOT_NULL } from '../base/fields.ts';

/** Largest number of tags of a project. */
export const MAX_TAGS = 30;
/** Maximum length of a tag in characters, as in a seed file. */
export const MAX_TAG_LENGTH = 100;

/**
 * Parses a project's tags: trimmed, without duplicates and blanks, in order. Errors of single tags are reported on the
 * field, since people see one field.
 */
export function tagList(): z.ZodType<readonly string[]> {
  return field<readonly string[]>(
    (input, report) => {
      if (input === null) report(NOT_NULL);
      else if (!Array.isArray(input)) report('Expected a list of tags.');
      if (!Array.isArray(input)) return [];
      if (input.some((tag) => typeof tag !== 'string')) {
        report(NOT_A_STRING);
        return [];
      }
      const tags = [...new Set(input.map((tag) => String(tag).trim()).filter((tag) => tag !== ''))];
      for (const tag of tags) {
        const error = tagError(tag);
        if (error !== undefined) report(error);
      }
      if (tags.length > MAX_TAGS) report(`A project has at most ${MAX_TAGS} tags.`);
      return tags;
    },
    { type: 'array', items: { type: 'string', maxLength: MAX_TAG_LENGTH }, maxItems: MAX_TAGS },
  );
}

/** Returns what is wrong with a tag, or undefined. */
export function tagError(tag: string): string | undefined {
  if ([...tag].length > MAX_TAG_LENGTH) {
    return `"${[...tag].slice(0, 20).join('')}…" is longer than ${MAX_TAG_LENGTH} characters.`;
  }
  if (tag.includes(',')) return `"${tag}" holds a comma. Give two tags instead.`;
  return /[\p{Cc}\p{Surrogate}]/u.test(tag) ? 'A tag cannot hold control characters.' : undefined;
}

import type { z } from 'zod';
import { parseBody } from '../../../src-server/model/base/fields.ts';
import { Invalid } from '../../../src-server/model/base/problems.ts';
import { flattenErrors } from '../../api/desk.ts';

/** What a body's schema says of it: one sentence a field, in the server's words. Empty when all is well. */
export function schemaErrors(schema: z.ZodType, body: unknown): Record<string, string> {
  try {
    parseBody(schema, body);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return flattenErrors(error.errors);
    throw error;
  }
}

import { writeFileSync } from 'node:fs';
import { seedJsonSchema } from '../../src-server/model/seeds/seed.ts';

/** Returns the text of the published schema, byte for byte. */
export function seedSchemaText(): string {
  return `${JSON.stringify(seedJsonSchema(), null, 2)}\n`;
}

/** The published schema file. */
export const SEED_SCHEMA_FILE = new URL('../../docs/seed.schema.json', import.meta.url);

// To be run after a change of the format: npm run docs:seed-schema
if (import.meta.main) writeFileSync(SEED_SCHEMA_FILE, seedSchemaText());

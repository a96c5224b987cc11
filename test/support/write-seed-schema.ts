import { writeFileSync } from 'node:fs';
import { seedJsonSchema } from '../../src-server/model/seeds/seed.ts';

/** The published schema as text, byte for byte as the file holds it. */
export function seedSchemaText(): string {
  return `${JSON.stringify(seedJsonSchema(), null, 2)}\n`;
}

/** Where it is published. */
export const SEED_SCHEMA_FILE = new URL('../../docs/seed.schema.json', import.meta.url);

// Run by hand after a change of the format: npm run docs:seed-schema
if (import.meta.main) writeFileSync(SEED_SCHEMA_FILE, seedSchemaText());

import type { Json } from '../../model/builds/build.ts';
import { POSITION } from '../../model/sync/differences.ts';
import {
  type Fields,
  PROJECT_CREATE_FIELDS,
  REDIRECT_ORDER,
  VALUE_AT,
} from '../../model/sync/sync-fields.ts';

/** Fields that no request sends as they are: others say the same. */
const NOT_SENT: ReadonlySet<string> = new Set([REDIRECT_ORDER, VALUE_AT, POSITION]);

/** A body of the service's API. */
export type RequestBody = Readonly<Record<string, Json>>;

/** Makes the body of a write from fields; `repository.url` becomes an object, and what is no field there is left out. */
export function bodyOf(fields: Fields): RequestBody {
  const body: Record<string, Json> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (NOT_SENT.has(name)) continue;
    if (name === 'repository.url') body.repository = { url: value };
    else body[name] = value;
  }
  return body;
}

/** Makes the body that creates a project; the other fields are sent after it. */
export function creationBodyOf(fields: Fields): RequestBody {
  const taken = Object.entries(fields).filter(
    ([name, value]) => PROJECT_CREATE_FIELDS.has(name) && value !== null,
  );
  return bodyOf(Object.fromEntries(taken));
}

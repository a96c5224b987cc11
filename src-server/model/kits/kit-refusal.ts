import { type FieldErrors, Invalid } from '../base/problems.ts';
import { formatPlace, type KitFinding } from './kit.ts';

/** Returns the refusal of a kit, keyed by place: `seed.json:12:5`. */
export function kitRefusal(findings: readonly KitFinding[]): Invalid {
  const errors: Record<string, string[]> = {};
  for (const finding of findings) {
    const place = formatPlace(finding);
    errors[place] = [...(errors[place] ?? []), finding.message];
  }
  return new Invalid(errors);
}

/** Lists the messages of errors with their paths. */
export function flatErrors(errors: FieldErrors, prefix = ''): [path: string, message: string][] {
  return Object.entries(errors).flatMap(([key, value]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return Array.isArray(value)
      ? value.map((message): [string, string] => [path, message])
      : flatErrors(value, path);
  });
}

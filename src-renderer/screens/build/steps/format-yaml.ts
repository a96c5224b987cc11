import type { Json } from '../../../../src-server/model/builds/build.ts';

/** Matches text that YAML would not read as a plain string. */
const NEEDS_QUOTES =
  /^$|^[\s\-?:,[\]{}#&*!|>'"%@`~]|: |:$| #|[\s]$|[\n\r\t]|^(?:true|false|null|yes|no|on|off)$|^[+.]?[\d.]/i;

/** Formats a value as YAML, without anchors or comments. */
export function formatYaml(value: Json): string {
  return `${formatBlock(value, '').join('\n')}\n`;
}

function formatBlock(value: Json, indent: string): string[] {
  if (value === null || typeof value !== 'object' || isEmpty(value)) return [indent + formatScalar(value)];
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return value.flatMap((item: Json) => {
      const [first = '', ...rest] = formatBlock(item, inner);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  return Object.entries(value).flatMap(([key, item]) => {
    const name = `${indent}${formatScalar(key)}:`;
    const isScalar = item === null || typeof item !== 'object' || isEmpty(item);
    return isScalar ? [`${name} ${formatScalar(item)}`] : [name, ...formatBlock(item, inner)];
  });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function formatScalar(value: Json): string {
  if (value !== null && typeof value === 'object') return Array.isArray(value) ? '[]' : '{}';
  if (typeof value !== 'string') return String(value);
  return NEEDS_QUOTES.test(value) ? JSON.stringify(value) : value;
}

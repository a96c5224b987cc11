const LOCAL_OR_OFFSET = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})? ?(Z|[+-]\d{2}:\d{2})?$/i;

/** Formats milliseconds as a field for times holds them: `2031-02-03 04:05:06`, in the time zone of this computer. */
export function formatTypedTime(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
}

/**
 * Reads a time as `formatTypedTime` writes it, with or without seconds, or as the API writes it, with `T` and an offset.
 * Undefined for other text and for a day or hour that does not exist.
 */
export function parseTypedTime(text: string): number | undefined {
  const [, day = '', minutes = '', seconds = ':00', offset = ''] = LOCAL_OR_OFFSET.exec(text.trim()) ?? [];
  const local = `${day}T${minutes}${seconds}`;
  const ms = Date.parse(local + offset.toUpperCase());
  if (Number.isNaN(ms) || !isExistingTime(local)) return undefined;
  return ms;
}

/** Checks day and hour, since the engine reads 31 February as 3 March and hour 24 as the next day. */
function isExistingTime(local: string): boolean {
  const ms = Date.parse(`${local}Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(local);
}

import type { Condition, RequestFilter } from '../../model/requests/request-filter.ts';

/** A condition of SQL with its parameters. */
export type SqlCondition = { readonly sql: string; readonly values: readonly (string | number)[] };

/** Translates a filter; a row of `requests` matches when all terms hold. */
export function filterSql(filter: RequestFilter): SqlCondition {
  const parts = filter.map((term) => {
    const { sql, values } = conditionSql(term);
    // What is unknown, such as the status of a request without an answer, does not hold.
    return { sql: term.isNegated ? `NOT coalesce(${sql}, 0)` : sql, values };
  });
  return {
    sql: parts.length === 0 ? '1' : parts.map(({ sql }) => `(${sql})`).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}

/** What a text is looked for in, as one text: comparing once costs a third of comparing each column. */
const ROW_TEXT = 'concat_ws(char(10), method, host, path, client, user, reason, status)';
/** Ids of bodies are odd (request-texts.ts). */
const BODIES_WITH = "SELECT id FROM texts WHERE id % 2 = 1 AND text LIKE ? ESCAPE '\\'";

function conditionSql(condition: Condition): SqlCondition {
  switch (condition.kind) {
    case 'status':
      return { sql: 'status BETWEEN ? AND ?', values: [condition.from, condition.to] };
    case 'unanswered':
      return { sql: 'status IS NULL', values: [] };
    case 'duration':
      return { sql: 'duration BETWEEN ? AND ?', values: [condition.from, condition.to] };
    case 'method':
      return { sql: `method IN (${condition.methods.map(() => '?').join(', ')})`, values: condition.methods };
    case 'changed':
      return { sql: 'batches IS NOT NULL', values: [] };
    case 'unmatched':
      return { sql: 'is_unmatched', values: [] };
    case 'refused':
      return { sql: 'step IS NOT NULL', values: [] };
    case 'step':
      return { sql: 'step = ?', values: [condition.step] };
    case 'door':
      return { sql: 'door = ?', values: [condition.door] };
    case 'text':
      return { sql: `${ROW_TEXT} LIKE ? ESCAPE '\\'`, values: [contains(condition.text)] };
    case 'body': {
      const like = contains(condition.text);
      const sql = `request_body IN (${BODIES_WITH}) OR response_body IN (${BODIES_WITH})`;
      return { sql, values: [like, like] };
    }
    default:
      return { sql: `${condition.kind} LIKE ? ESCAPE '\\'`, values: [contains(condition.text)] };
  }
}

function contains(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

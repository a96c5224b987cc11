import type { Database } from 'better-sqlite3';
import type { FaultRule } from '../../../model/faults/fault-rule.ts';
import { prepareRead } from '../../engine/prepare-read.ts';

/** A fault rule that stays after a restart. */
export type StoredFault = { readonly id: number; readonly rule: FaultRule; readonly isOn: boolean };

/** Reads and writes `fault_rules`; model/faults/fault-rule.ts defines what they hold. */
export function faultRulesTable(database: Database) {
  const all = prepareRead(database, 'SELECT id, rule, is_on AS isOn FROM fault_rules ORDER BY id');
  const put = database.prepare(
    'INSERT INTO fault_rules (id, rule, is_on) VALUES (@id, @rule, @isOn) ON CONFLICT (id) DO UPDATE SET rule = @rule, is_on = @isOn',
  );
  const remove = database.prepare('DELETE FROM fault_rules WHERE id = ?');
  const clear = database.prepare('DELETE FROM fault_rules');

  return {
    all: (): StoredFault[] =>
      (all.all() as { id: number; rule: string; isOn: number }[]).map(({ id, rule, isOn }) => ({
        id,
        rule: JSON.parse(rule) as FaultRule,
        isOn: isOn === 1,
      })),
    put({ id, rule, isOn }: StoredFault): void {
      put.run({ id, rule: JSON.stringify(rule), isOn: Number(isOn) });
    },
    remove(id: number): void {
      remove.run(id);
    },
    clear(): void {
      clear.run();
    },
  };
}

import { Conflict, Invalid, NotFound } from '../../model/base/problems.ts';
import { formatTimestamp } from '../../model/base/timestamp.ts';
import { type FaultPreset, presetRules } from '../../model/faults/fault-presets.ts';
import {
  endOf,
  type Fault,
  type FaultPlay,
  type FaultRequest,
  type FaultRule,
} from '../../model/faults/fault-rule.ts';
import {
  compileMatch,
  createFaultCounter,
  type FaultCounter,
  type FaultMatcher,
} from '../../model/faults/match-fault.ts';
import type { Actor } from '../kernel/actor.ts';
import type { ServiceContext } from '../kernel/context.ts';

/** How many rules there may be at once. */
const MAX_FAULTS = 100;
const NO_SUCH_FAULT = 'There is no such fault rule.';
const TOO_MANY = `There may be ${MAX_FAULTS} fault rules at once. Delete some first.`;

/** `isOn` is the switch alone, whether or not the end has passed. */
type Entry = Omit<Fault, 'matched' | 'played' | 'isOver'> & {
  readonly matches: FaultMatcher;
  readonly counter: FaultCounter;
};

/** What may be changed of a rule beside the rule itself. */
export type FaultSwitches = {
  readonly isOn?: boolean | undefined;
  readonly isPinned?: boolean | undefined;
};

/**
 * Creates the service of fault rules: which there are, and which is played for a request. They are kept in memory, so that
 * they are gone after a restart, save those that are pinned. The first that matches and has its turn wins.
 */
export function createFaults(context: ServiceContext, random: () => number = Math.random) {
  const { store, access, changes, clock } = context;
  const entries = new Map<number, Entry>();
  let lastId = 0;
  /** Rules that are on, in their order; a request without any costs one look at this. */
  let active: readonly Entry[] = [];
  load();

  function load(): void {
    entries.clear();
    for (const { id, rule, isOn } of store.faultRules.all()) entries.set(id, entryOf(id, rule, isOn, true));
    lastId = Math.max(0, ...entries.keys());
    refresh();
  }

  function refresh(): void {
    active = [...entries.values()].filter(({ isOn }) => isOn);
  }

  function entryOf(id: number, rule: FaultRule, isOn: boolean, isPinned: boolean): Entry {
    return {
      id,
      rule,
      isOn,
      isPinned,
      matches: compileMatch(rule),
      counter: createFaultCounter(rule, random, clock),
    };
  }

  function requireEntry(id: number): Entry {
    const entry = entries.get(id);
    if (!entry) throw new NotFound(NO_SUCH_FAULT);
    return entry;
  }

  function isOver(rule: FaultRule): boolean {
    const end = endOf(rule);
    return end !== undefined && clock() >= end;
  }

  function viewOf({ id, rule, isOn, isPinned, counter }: Entry): Fault {
    const over = isOver(rule);
    return { id, rule, isOn: isOn && !over, isOver: over, isPinned, ...counter.counts() };
  }

  /** @throws Invalid when a rule would never be played, since its time is over */
  function requireToCome(rule: FaultRule): void {
    if (!isOver(rule)) return;
    const now = formatTimestamp(clock());
    throw new Invalid({ until: [`That time is over: the clock of the API shows ${now}. Give a later one.`] });
  }

  /** Keeps an entry in place of `former`, in the database too when it is pinned. */
  function put(actor: Actor, entry: Entry, former?: Entry): void {
    store.change(() => {
      if (entry.isPinned) store.faultRules.put(entry);
      else store.faultRules.remove(entry.id);
      const after = describe(entry);
      if (former) changes.record(actor, { action: 'fault.update', before: describe(former), after });
      else changes.record(actor, { action: 'fault.add', after });
      store.afterCommit(() => {
        entries.set(entry.id, entry);
        refresh();
      });
    });
  }

  function add(
    actor: Actor,
    rules: readonly FaultRule[],
    { isOn = true, isPinned = false }: FaultSwitches = {},
  ): Fault[] {
    access.requireOperator(actor);
    if (entries.size + rules.length > MAX_FAULTS) throw new Conflict(TOO_MANY);
    return store.change(() =>
      rules.map((rule) => {
        lastId += 1;
        const entry = entryOf(lastId, rule, isOn, isPinned);
        put(actor, entry);
        return viewOf(entry);
      }),
    );
  }

  return {
    /** Lists the rules in the order in which they are tried. @throws Forbidden */
    list(actor: Actor): Fault[] {
      access.requireOperator(actor);
      return [...entries.values()].map(viewOf);
    },

    /** Adds a rule, which is on. @throws Invalid @throws Conflict when there are too many @throws Forbidden */
    add(actor: Actor, rule: FaultRule): Fault[] {
      requireToCome(rule);
      return add(actor, [rule]);
    },

    /** Adds the rules of a preset, which are on. @throws Conflict when there are too many @throws Forbidden */
    addPreset: (actor: Actor, preset: FaultPreset): Fault[] => add(actor, presetRules(preset)),

    /** Adds rules that are off, and stay after a restart. @throws Conflict when there are too many @throws Forbidden */
    addSwitchedOff: (actor: Actor, rules: readonly FaultRule[]): Fault[] =>
      add(actor, rules, { isOn: false, isPinned: true }),

    /** Replaces a rule, whose counts begin again. @throws Invalid @throws NotFound @throws Forbidden */
    replace(actor: Actor, id: number, rule: FaultRule, switches: FaultSwitches = {}): Fault {
      access.requireOperator(actor);
      const former = requireEntry(id);
      requireToCome(rule);
      const { isOn = former.isOn, isPinned = former.isPinned } = switches;
      put(actor, entryOf(id, rule, isOn, isPinned), former);
      return viewOf(requireEntry(id));
    },

    /**
     * Switches a rule on or off, or lets it stay after a restart.
     * @throws Invalid when one is switched on whose end has passed @throws NotFound @throws Forbidden
     */
    set(actor: Actor, id: number, switches: FaultSwitches): Fault {
      access.requireOperator(actor);
      const former = requireEntry(id);
      if (switches.isOn) requireToCome(former.rule);
      const { isOn = former.isOn, isPinned = former.isPinned } = switches;
      put(actor, { ...former, isOn, isPinned }, former);
      return viewOf(requireEntry(id));
    },

    /** Switches every rule off. @throws Forbidden */
    turnOff(actor: Actor): void {
      access.requireOperator(actor);
      store.change(() => {
        for (const former of active) put(actor, { ...former, isOn: false }, former);
      });
    },

    /** Removes a rule. @throws NotFound @throws Forbidden */
    remove(actor: Actor, id: number): void {
      access.requireOperator(actor);
      const entry = requireEntry(id);
      store.change(() => {
        store.faultRules.remove(id);
        changes.record(actor, { action: 'fault.remove', before: describe(entry) });
        store.afterCommit(() => {
          entries.delete(id);
          refresh();
        });
      });
    },

    /** Removes all rules, pinned ones too. @throws Forbidden */
    clear(actor: Actor): void {
      access.requireOperator(actor);
      if (entries.size === 0) return;
      store.change(() => {
        store.faultRules.clear();
        changes.record(actor, { action: 'fault.clear', before: { count: entries.size } });
        store.afterCommit(() => {
          entries.clear();
          refresh();
        });
      });
    },

    /** Takes the pinned rules of data that have replaced the former. */
    reload: load,

    /** Returns what is played for a request; undefined when it is answered as usual. */
    playFor(request: FaultRequest): FaultPlay | undefined {
      for (const { matches, counter } of active) {
        const play = matches(request) ? counter.count(request) : undefined;
        if (play) return play;
      }
      return undefined;
    },

    /** Tells whether any rule is on. */
    isAnyOn: (): boolean => active.length > 0,

    /** Returns the names of the rules that are on, which every answer that one affects has too. */
    namesOn: (): string[] => active.filter(({ rule }) => !isOver(rule)).map(({ rule }) => rule.name),
  };
}

export type Faults = ReturnType<typeof createFaults>;

/** Returns what the journal tells of a rule. */
function describe({ rule: { name }, isOn, isPinned }: Entry) {
  return { name, isOn, isPinned };
}

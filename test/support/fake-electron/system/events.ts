import { EventEmitter } from 'node:events';

/** An event that its listeners may refuse, as Electron hands it out. */
export type Refusable<Extra extends object = object> = Extra & {
  defaultPrevented: boolean;
  preventDefault(): void;
};

/** Makes an event with the given properties that can be refused. */
export function refusable<Extra extends object>(extra: Extra): Refusable<Extra> {
  const event = {
    ...extra,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** An emitter that can ask its listeners whether something may happen. */
export class Asker extends EventEmitter {
  /** Emits an event that can be refused; true when nobody did. */
  ask(name: string, extra: object = {}, ...args: readonly unknown[]): boolean {
    const event = refusable(extra);
    this.emit(name, event, ...args);
    return !event.defaultPrevented;
  }
}

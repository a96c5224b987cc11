import { EventEmitter } from 'node:events';

/** An event that its listeners may refuse, as Electron hands it out. */
export type CancellableEvent<Extra extends object = object> = Extra & {
  defaultPrevented: boolean;
  preventDefault(): void;
};

/** Makes an event with the given properties that can be refused. */
export function cancellableEvent<Extra extends object>(extra: Extra): CancellableEvent<Extra> {
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
export class CancellableEmitter extends EventEmitter {
  /** Emits an event that can be refused; true when nobody did. */
  emitCancellable(name: string, extra: object = {}, ...args: readonly unknown[]): boolean {
    const event = cancellableEvent(extra);
    this.emit(name, event, ...args);
    return !event.defaultPrevented;
  }
}

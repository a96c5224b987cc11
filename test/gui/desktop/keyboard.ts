import { expect, type Locator, type Page } from '@playwright/test';

/** Works a page with its keys alone: there is no pointer in here. */
export type Keyboard = {
  /** Presses keys, each like `Control+K`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Types where the keyboard is. */
  readonly type: (text: string) => Promise<void>;
  /** Goes on with `key` until this has the focus, and shows it. Throws when it is not reached. */
  readonly focusOn: (target: Locator, key?: string) => Promise<void>;
  /** Reaches it and presses Enter, or the key. */
  readonly activate: (target: Locator, key?: string) => Promise<void>;
  /** Reaches a field and types over what is in it. */
  readonly write: (field: Locator, text: string) => Promise<void>;
  /** Chooses one of several radio buttons, those of a segmented control too. */
  readonly choose: (group: Locator, name: string | RegExp) => Promise<void>;
  /** Goes to a row of a list: the one of its rows at which Tab stops, then along the others. */
  readonly focusRow: (row: Locator) => Promise<void>;
  /** Opens the menu of a button and chooses an item of it. */
  readonly chooseMenuItem: (button: Locator, item: string | RegExp) => Promise<void>;
  /** Types into a select and takes the option that it then offers; opens one that takes no text, where the text is ''. */
  readonly select: (field: Locator, text: string, option: string) => Promise<void>;
};

/** More than there are places to stop at on any screen. */
const MAX_STEPS = 150;
/** After so many steps a place is found by its name again: another element may have it. */
const STEPS_A_LOOK = 10;

/** The keyboard of whatever page is the window's now. */
export function keyboardOf(page: () => Page): Keyboard {
  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page().keyboard.press(key);
  }

  /** Presses the key and waits until what it does is drawn: a list gives the focus to the next row only then. */
  async function step(key: string): Promise<void> {
    await press(key);
    await page().evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }

  async function type(text: string): Promise<void> {
    await page().keyboard.type(text);
  }

  async function until(target: Locator, key: string, wanted: 'hasFocus' | 'isPointedAt'): Promise<void> {
    // What is drawn by the browser itself lies below the mark that the design shows, and has no size.
    await expect(target).toBeAttached();
    let element = await target.elementHandle();
    for (let stops = 0; stops <= MAX_STEPS; stops += 1) {
      // Finding it by its name costs more than a step does.
      const place = await element?.evaluate(readPlace);
      if (place?.[wanted] && (await target.evaluate(readPlace))[wanted]) return;
      if (!place?.isConnected || stops % STEPS_A_LOOK === 0) element = await target.elementHandle();
      await press(key);
    }
    throw new Error(`${key} does not lead to ${target}`);
  }

  async function focusOn(target: Locator, key = 'Tab'): Promise<void> {
    await until(target, key, 'hasFocus');
  }

  return {
    press,
    type,
    focusOn,
    async activate(target, key = 'Enter') {
      await focusOn(target);
      await press(key);
    },
    async write(field, text) {
      await focusOn(field);
      await press('Control+A');
      await type(text);
      await expect(field).toHaveValue(text);
    },
    async choose(group, name) {
      const radio = group.getByRole('radio', { name });
      await focusOn(group.getByRole('radio', { checked: true }));
      await focusOn(radio, 'ArrowDown');
      await expect(radio).toBeChecked();
    },
    async focusRow(row) {
      await expect(row).toBeVisible();
      await focusOn(row.locator('xpath=ancestor::*[@role="grid"]').locator('[role="row"][tabindex="0"]'));
      await step('Home');
      await focusOn(row, 'ArrowDown');
    },
    async chooseMenuItem(button, item) {
      await focusOn(button);
      await press('Enter');
      await focusOn(page().getByRole('menuitem', { name: item }), 'ArrowDown');
      await press('Enter');
    },
    async select(field, text, option) {
      await focusOn(field);
      if (text === '') await press('ArrowDown');
      else {
        await press('Control+A');
        await type(text);
      }
      await until(page().getByRole('option', { name: option }), 'ArrowDown', 'isPointedAt');
      await press('Enter');
      await expect(field).toHaveValue(option);
    },
  };
}

/** Where the keyboard is, seen from this element, once all that was pressed is drawn. */
async function readPlace(element: Element) {
  await new Promise((drawn) => requestAnimationFrame(drawn));
  const { activeElement } = document;
  return {
    isConnected: element.isConnected,
    /** It has the focus and shows it. */
    hasFocus: element === activeElement && element.matches(':focus-visible'),
    /** The field that has the keyboard says that it is at this option. */
    isPointedAt: element.id !== '' && activeElement?.getAttribute('aria-activedescendant') === element.id,
  };
}

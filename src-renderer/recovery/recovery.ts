// The page shown when Lectern cannot open. Plain DOM, so that it works when little else does.
import type { DesktopBridge, RecoveryState } from '../../src-main/ipc/bridge.ts';
import { choiceText, failureText, formatBackup } from './recovery-text.ts';

type Recovery = DesktopBridge['recovery'];
type Choice = RecoveryState['choices'][number];
type RecoveryAction = Parameters<Recovery['action']>[0];
type Backup = RecoveryState['backups'][number];

const page = document.getElementById('recovery');
const recovery = window.lectern?.recovery;
if (page && recovery) await show(page, recovery);

async function show(container: HTMLElement, bridge: Recovery, previousFailure?: string): Promise<void> {
  const state = await bridge.state();
  const text = failureText(state.failure);
  const isUnchanged = previousFailure === state.failure.kind;
  const status = element(
    'p',
    { class: 'status neutral', role: 'status' },
    ...(isUnchanged ? ['Tried again: the problem is still there.'] : []),
  );
  const rows = element('div', { class: 'choices' });
  const buttons: HTMLButtonElement[] = [];
  let busy = false;

  async function runAction(action: RecoveryAction): Promise<void> {
    if (busy) return;
    busy = true;
    disable(buttons, true);
    status.className = 'status neutral';
    status.textContent = action.choice === 'quit' ? '' : 'Working…';
    const answer = await bridge.action(action);
    busy = false;
    if (answer.result === 'still') return show(container, bridge, state.failure.kind);
    // The application closes this window once Lectern is open.
    if (answer.result === 'done') return;
    disable(buttons, false);
    status.className = 'status';
    status.textContent = answer.result === 'refused' ? answer.message : '';
  }

  for (const choice of state.choices)
    rows.append(choiceRow(choice, state, buttons, (action) => void runAction(action)));
  container.replaceChildren(
    element('h1', {}, text.title),
    ...text.sentences.map((sentence) => element('p', {}, sentence)),
    status,
    rows,
    ...detailsElement(text.details),
  );
  buttons[0]?.focus();
  if (state.choices.includes('restoreNewest')) await showNewestBackup(bridge, state, rows);
}

function choiceRow(
  choice: Choice,
  state: RecoveryState,
  buttons: HTMLButtonElement[],
  runAction: (action: RecoveryAction) => void,
): HTMLElement {
  const { title, description, button: label } = choiceText(choice, undefined);
  const row = element('div', { class: 'choice', 'data-choice': choice });
  const text = element('div', {}, element('b', {}, title), element('p', {}, description));
  const controls = element('div', { class: 'controls' });
  const button = element('button', { type: 'button', class: buttonClass(choice, buttons.length) }, label);
  const input = choiceInput(choice, state, title);
  if (input) controls.append(input);
  button.addEventListener('click', () => {
    const action = toAction(choice, input?.value ?? '');
    if (button.ariaDisabled === 'true') return;
    if (action) runAction(action);
    else input?.focus();
  });
  controls.append(button);
  buttons.push(button);
  row.append(text, controls);
  return row;
}

function toAction(choice: Choice, value: string): RecoveryAction | undefined {
  if (choice === 'restoreOne') return { choice, name: value };
  if (choice !== 'otherPort') return { choice };
  const port = Number(value);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? { choice, port } : undefined;
}

function choiceInput(
  choice: Choice,
  { backups, failure }: RecoveryState,
  title: string,
): HTMLInputElement | HTMLSelectElement | undefined {
  if (choice === 'restoreOne') {
    const options = backups.map((backup) => element('option', { value: backup.name }, formatBackup(backup)));
    return element('select', { 'aria-label': title }, ...options);
  }
  if (choice !== 'otherPort') return undefined;
  const next = failure.kind === 'port' && failure.port < 65_535 ? failure.port + 1 : 8643;
  const attributes = { type: 'number', min: '1', max: '65535', value: String(next), 'aria-label': 'Port' };
  return element('input', attributes);
}

function buttonClass(choice: Choice, index: number): string {
  if (index === 0) return 'first';
  return choice === 'startEmpty' ? 'danger' : '';
}

/** Shows the newest good backup once it is known; checking large backups takes a while. */
async function showNewestBackup(
  bridge: Recovery,
  { backups }: RecoveryState,
  rows: HTMLElement,
): Promise<void> {
  const name = await bridge.newestGood();
  const backup: Backup | null = backups.find((each) => each.name === name) ?? null;
  const row = rows.querySelector('[data-choice=restoreNewest]');
  const description = row?.querySelector('p');
  if (description) description.textContent = choiceText('restoreNewest', backup).description;
  const button = row?.querySelector('button');
  if (button && backup === null) button.ariaDisabled = 'true';
}

function detailsElement(lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  return [element('details', {}, element('summary', {}, 'Details'), element('pre', {}, lines.join('\n')))];
}

function disable(buttons: readonly HTMLButtonElement[], disabled: boolean): void {
  for (const button of buttons) button.ariaDisabled = String(disabled);
}

/** Creates an element; its content is text, never markup (safety S14). */
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (string | Node)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

// The page shown when Lectern cannot open. Plain elements: it has to work when much else does not.
import type { DesktopBridge, RecoveryState } from '../../src-main/ipc/bridge.ts';
import { backupWords, choiceWords, failureWords } from './recovery-words.ts';

type Recovery = DesktopBridge['recovery'];
type Choice = RecoveryState['choices'][number];
type Act = Parameters<Recovery['act']>[0];
type Backup = RecoveryState['backups'][number];

const page = document.getElementById('recovery');
const recovery = window.lectern?.recovery;
if (page && recovery) await show(page, recovery);

async function show(place: HTMLElement, asked: Recovery, before?: string): Promise<void> {
  const state = await asked.state();
  const words = failureWords(state.failure);
  const same = before === state.failure.kind;
  const said = element(
    'p',
    { class: 'said calm', role: 'status' },
    ...(same ? ['Tried, and nothing has changed yet.'] : []),
  );
  const rows = element('div', { class: 'choices' });
  const buttons: HTMLButtonElement[] = [];
  let busy = false;

  async function act(chosen: Act): Promise<void> {
    if (busy) return;
    busy = true;
    disable(buttons, true);
    said.className = 'said calm';
    said.textContent = chosen.choice === 'quit' ? '' : 'Working.';
    const answer = await asked.act(chosen);
    busy = false;
    if (answer.result === 'still') return show(place, asked, state.failure.kind);
    // This window is closed by the application once Lectern is open.
    if (answer.result === 'done') return;
    disable(buttons, false);
    said.className = 'said';
    said.textContent = answer.result === 'refused' ? answer.message : '';
  }

  for (const choice of state.choices) rows.append(row(choice, state, buttons, (chosen) => void act(chosen)));
  place.replaceChildren(
    element('h1', {}, words.title),
    ...words.sentences.map((sentence) => element('p', {}, sentence)),
    said,
    rows,
    ...detailsOf(words.details),
  );
  buttons[0]?.focus();
  if (state.choices.includes('restoreNewest')) await tellNewest(asked, state, rows);
}

function row(
  choice: Choice,
  state: RecoveryState,
  buttons: HTMLButtonElement[],
  act: (chosen: Act) => void,
): HTMLElement {
  const { title, meaning, button: label } = choiceWords(choice, undefined);
  const line = element('div', { class: 'choice', 'data-choice': choice });
  const text = element('div', {}, element('b', {}, title), element('p', {}, meaning));
  const parts = element('div', { class: 'parts' });
  const button = element('button', { type: 'button', class: classOf(choice, buttons.length) }, label);
  const given = inputOf(choice, state, title);
  if (given) parts.append(given);
  button.addEventListener('click', () => {
    const chosen = actOf(choice, given?.value ?? '');
    if (button.ariaDisabled === 'true') return;
    if (chosen) act(chosen);
    else given?.focus();
  });
  parts.append(button);
  buttons.push(button);
  line.append(text, parts);
  return line;
}

function actOf(choice: Choice, given: string): Act | undefined {
  if (choice === 'restoreOne') return { choice, name: given };
  if (choice !== 'otherPort') return { choice };
  const port = Number(given);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? { choice, port } : undefined;
}

function inputOf(
  choice: Choice,
  { backups, failure }: RecoveryState,
  title: string,
): HTMLInputElement | HTMLSelectElement | undefined {
  if (choice === 'restoreOne') {
    const options = backups.map((backup) => element('option', { value: backup.name }, backupWords(backup)));
    return element('select', { 'aria-label': title }, ...options);
  }
  if (choice !== 'otherPort') return undefined;
  const next = failure.kind === 'port' && failure.port < 65_535 ? failure.port + 1 : 8643;
  const attributes = { type: 'number', min: '1', max: '65535', value: String(next), 'aria-label': 'Port' };
  return element('input', attributes);
}

function classOf(choice: Choice, index: number): string {
  if (index === 0) return 'first';
  return choice === 'startEmpty' ? 'danger' : '';
}

/** Looking through large backups takes a while, so it is told when it is known. */
async function tellNewest(asked: Recovery, { backups }: RecoveryState, rows: HTMLElement): Promise<void> {
  const name = await asked.newestGood();
  const backup: Backup | null = backups.find((each) => each.name === name) ?? null;
  const line = rows.querySelector('[data-choice=restoreNewest]');
  const meaning = line?.querySelector('p');
  if (meaning) meaning.textContent = choiceWords('restoreNewest', backup).meaning;
  const button = line?.querySelector('button');
  if (button && backup === null) button.ariaDisabled = 'true';
}

function detailsOf(lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  return [element('details', {}, element('summary', {}, 'Details'), element('pre', {}, lines.join('\n')))];
}

function disable(buttons: readonly HTMLButtonElement[], disabled: boolean): void {
  for (const button of buttons) button.ariaDisabled = String(disabled);
}

/** Makes an element; what is put into it is text, never markup (safety S14). */
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (string | Node)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

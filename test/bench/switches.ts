import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { startLectern } from '../support/program/lectern-process.ts';
import { atMost, median, type Result } from './report.ts';
import { fillStore } from './stores.ts';

const ROUNDS = 5;
const SMALL_PROJECTS = 10;

/** Measures the switch between Home, which is large, and another workspace: from the click to the rows of Projects. */
export async function measureSwitches(
  browser: Browser,
  folder: string,
  { projects, builds }: { readonly projects: number; readonly builds: number },
  note: (result: Result) => void,
): Promise<void> {
  const training = join(folder, 'lectern-workspaces', 'training');
  mkdirSync(training, { recursive: true, mode: 0o700 });
  await fillStore(join(folder, 'lectern'), projects, builds);
  await fillStore(training, SMALL_PROJECTS, SMALL_PROJECTS);
  const env = { XDG_DATA_HOME: folder, HOME: folder };
  const lectern = await startLectern(['--gui', '--user', 'bench'], { env });
  try {
    const { window }: { window: string } = JSON.parse(await lectern.firstLine);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(window);
    await page.getByRole('button', { name: 'Continue' }).click();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await timeSwitch(page, 'Home', 'training', `${SMALL_PROJECTS} projects`));
      times.push(await timeSwitch(page, 'training', 'Home', `${projects.toLocaleString('en')} projects`));
    }
    await context.close();
    const slowest = Math.round(Math.max(...times));
    const detail = `${times.length} switches in the window, the slowest took ${slowest} ms; Home has ${projects.toLocaleString('en')} projects`;
    note(atMost('workspace switch, ms', median(times), 1_000, detail));
  } finally {
    await lectern.stop();
  }
}

async function timeSwitch(page: Page, from: string, to: string, count: string): Promise<number> {
  await page.getByRole('button', { name: `Workspace: ${from}` }).click();
  const item = page.getByRole('menuitem', { name: to, exact: true });
  await item.waitFor();
  const startedAt = performance.now();
  await item.click();
  await page.getByRole('button', { name: `Workspace: ${to}` }).waitFor();
  await page.getByRole('main').locator('footer').getByText(count).waitFor();
  await page.getByRole('grid', { name: 'Projects' }).getByText('project-00000').waitFor();
  return performance.now() - startedAt;
}

import { describe, expect, test, vi } from 'vitest';
import { createQuitRequests } from '../../../src-main/server/quit-requests.ts';

function requests(platform: NodeJS.Platform, running = 0) {
  let started = false;
  const shutdown = {
    request: vi.fn(() => {
      started = true;
    }),
    force: vi.fn(),
    isStarted: () => started,
  };
  const answers: ((quits: boolean) => void)[] = [];
  const ask = vi.fn(() => new Promise<boolean>((resolve) => answers.push(resolve)));
  const made = createQuitRequests({ running: () => running, ask, shutdown, platform });
  return { ...made, shutdown, ask, answer: (quits: boolean) => answers.shift()?.(quits) };
}

describe('a request to quit', () => {
  test.each(['linux', 'win32', 'darwin'] as const)('closes in order when nothing runs (%s)', (platform) => {
    for (const from of ['fromPerson', 'fromElectron', 'fromSystem'] as const) {
      const made = requests(platform);
      made[from]();
      expect(made.shutdown.request).toHaveBeenCalledTimes(1);
      expect(made.ask).not.toHaveBeenCalled();
    }
  });

  test('of a person asks once while builds run', async () => {
    const made = requests('linux', 2);
    made.fromPerson();
    made.fromPerson();
    expect(made.ask).toHaveBeenCalledTimes(1);
    expect(made.ask).toHaveBeenCalledWith(
      expect.objectContaining({ message: '2 builds are running. Quit and end them?' }),
    );
    made.answer(false);
    await vi.waitFor(() => {
      made.fromPerson();
      expect(made.ask).toHaveBeenCalledTimes(2);
    });
    expect(made.shutdown.request).not.toHaveBeenCalled();
    made.answer(true);
    await vi.waitFor(() => expect(made.shutdown.request).toHaveBeenCalledTimes(1));
  });

  test('of the Dock asks while builds run; a signal elsewhere does not', () => {
    const mac = requests('darwin', 1);
    mac.fromElectron();
    expect(mac.ask).toHaveBeenCalledTimes(1);
    expect(mac.shutdown.request).not.toHaveBeenCalled();
    const linux = requests('linux', 1);
    linux.fromElectron();
    expect(linux.ask).not.toHaveBeenCalled();
    expect(linux.shutdown.request).toHaveBeenCalledTimes(1);
  });

  test('of a machine that shuts down asks nothing, and what follows it ends nothing at once', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      const made = requests(platform, 1);
      made.fromSystem();
      made.fromElectron();
      made.fromElectron();
      expect(made.ask).not.toHaveBeenCalled();
      expect(made.shutdown.force).not.toHaveBeenCalled();
    }
  });

  test('of a person ends at once when everything is closing already', () => {
    const made = requests('linux');
    made.fromElectron();
    expect(made.shutdown.force).not.toHaveBeenCalled();
    made.fromPerson();
    expect(made.shutdown.force).toHaveBeenCalledTimes(1);
  });
});

import { Group, TextInput, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useRef } from 'react';
import { useDraft } from '../../../ui/address/use-draft.ts';
import { Chip } from '../../../ui/feedback/chip.tsx';
import { pluralize } from '../../../ui/format.ts';
import classes from './tester.module.css';
import { TesterResult } from './tester-result.tsx';
import type { RedirectTest } from './use-redirect-test.ts';

type Props = {
  readonly slug: string;
  /** The tested URL from the address of the screen. */
  readonly testUrl: string;
  readonly test: (address: string) => void;
  readonly result: RedirectTest;
  /** Ids of redirects that no URL reaches. */
  readonly unreached: readonly number[];
  /** Opens a redirect in the side panel. */
  readonly open: (id: number) => void;
};

const TEXT_INPUT_SELECTOR =
  '[role="dialog"], [role="menu"], textarea, select, input:not([type="checkbox"], [type="radio"])';

/** Tests a URL: which redirects were evaluated, which one matched, where the reader ends up. U focuses its field. */
export function Tester({ slug, testUrl, test, result, unreached, open }: Props) {
  const { trace, problem, unsaved } = result;
  const { typed, type, flush } = useDraft(testUrl, test);
  const input = useRef<HTMLInputElement>(null);
  const focusField = (event: globalThis.KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest(TEXT_INPUT_SELECTOR)) return;
    event.preventDefault();
    input.current?.focus();
  };
  useHotkeys([['U', focusField, { preventDefault: false }]], []);

  /** Clears the field on Escape; an empty field leaves Escape to the panel. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') flush();
    if (event.key !== 'Escape' || typed === '') return;
    event.stopPropagation();
    type('');
  }

  return (
    <section className={classes.tester} aria-labelledby="redirect-tester">
      <Group gap="sm" align="baseline" wrap="nowrap" flex="none" px="var(--gutter)" py="sm">
        <Title order={2} id="redirect-tester" flex="none">
          Test a URL
        </Title>
        <TextInput
          ref={input}
          className="grow"
          classNames={{ input: 'mono' }}
          aria-label="URL or path to test"
          placeholder="/old/page.html or a full URL"
          error={problem}
          rightSection={typed === '' ? <kbd className={classes.key}>U</kbd> : null}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        {trace && unsaved > 0 && <Chip tone="warn">Includes {pluralize(unsaved, 'unsaved change')}</Chip>}
      </Group>
      {trace && <TesterResult slug={slug} trace={trace} unreached={unreached} open={open} />}
    </section>
  );
}

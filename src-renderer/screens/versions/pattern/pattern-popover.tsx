import { Button, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRegex } from '@tabler/icons-react';
import { useState } from 'react';
import type { VersionPattern } from '../../../../src-server/model/versions/version-pattern.ts';
import type { VersionRowView } from '../version-row.ts';
import classes from './pattern.module.css';
import { PatternForm } from './pattern-form.tsx';

type Props = {
  /** The project's. */
  readonly slug: string;
  /** Every version, whatever the list is filtered by. */
  readonly rows: readonly VersionRowView[];
  /** Told which versions the pattern means, for the marks in the table; none once it is closed. */
  readonly highlight: (slugs: ReadonlySet<string>) => void;
  readonly select: (slugs: readonly string[]) => void;
  readonly activate: (slugs: readonly string[]) => void;
  /** Previews it first, since pages go. */
  readonly deactivate: (slugs: readonly string[]) => void;
};

const INITIAL_PATTERN: VersionPattern = {
  kind: 'semver',
  text: '',
  tagsOnly: true,
  includePrereleases: false,
};

/** "Select by pattern": a regular expression or a range of releases, with what it means shown as one types. */
export function PatternPopover({ slug, rows, highlight, select, activate, deactivate }: Props) {
  const [opened, setOpened] = useState(false);
  // Kept while the screen is open, so that one can look at the table and come back.
  const [pattern, setPattern] = useState(INITIAL_PATTERN);
  const narrow = useMediaQuery('(max-width: 1000px)') ?? false;
  const close = () => setOpened(false);
  const closeAndRun = (run: (slugs: readonly string[]) => void) => (slugs: readonly string[]) => {
    close();
    run(slugs);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={4}
      width={narrow ? 316 : 348}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          className={opened ? classes.opened : undefined}
          leftSection={<IconRegex size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Select by pattern
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover} aria-label="Select by pattern">
        <PatternForm
          slug={slug}
          rows={rows}
          pattern={pattern}
          change={setPattern}
          highlight={highlight}
          cancel={close}
          select={closeAndRun(select)}
          activate={closeAndRun(activate)}
          deactivate={closeAndRun(deactivate)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

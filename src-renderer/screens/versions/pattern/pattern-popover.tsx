import { Button, Popover } from '@mantine/core';
import { IconRegex } from '@tabler/icons-react';
import { useState } from 'react';
import type { VersionPattern } from '../../../../src-server/model/versions/version-pattern.ts';
import { useNarrow } from '../../../ui/window-zoom.ts';
import type { VersionRowView } from '../version-row.ts';
import classes from './pattern.module.css';
import { PatternForm } from './pattern-form.tsx';

type Props = {
  /** Slug of the project. */
  readonly slug: string;
  /** All versions, including those filtered out of the list. */
  readonly rows: readonly VersionRowView[];
  /** Called with the versions that the pattern matches, to highlight them; with none when it closes. */
  readonly highlight: (slugs: ReadonlySet<string>) => void;
  readonly select: (slugs: readonly string[]) => void;
  readonly activate: (slugs: readonly string[]) => void;
  /** Opens a preview, since pages are removed. */
  readonly deactivate: (slugs: readonly string[]) => void;
};

const INITIAL_PATTERN: VersionPattern = {
  kind: 'semver',
  text: '',
  tagsOnly: true,
  includePrereleases: false,
};

/** Selects versions by a regular expression or a range of releases, and shows the matches while typing. */
export function PatternPopover({ slug, rows, highlight, select, activate, deactivate }: Props) {
  const [opened, setOpened] = useState(false);
  // Kept while the screen is open, so that closing the popover does not lose it.
  const [pattern, setPattern] = useState(INITIAL_PATTERN);
  const narrow = useNarrow();
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
      <Popover.Dropdown p={0} aria-label="Select by pattern">
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

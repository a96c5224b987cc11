import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { buildDisplayState, isBuildInProgress } from '../../features/build-status/build-display-state.tsx';
import { usePreferences } from '../../features/preferences.ts';
import { copyText } from '../../ui/feedback/copy-text.ts';
import classes from './build.module.css';
import { type BuildView, lineUrl, useBuildView, useLinkedLine } from './build-address.ts';
import type { BuildCommand, BuildDetail } from './build-detail.ts';
import { BuildNotices } from './build-notices.tsx';
import { commandOfLine } from './log/log-layout.ts';
import { LogPlaceholder } from './log/log-placeholder.tsx';
import { LogTools } from './log/log-tools.tsx';
import { LogView } from './log/log-view.tsx';
import { useLogFind } from './log/use-log-find.ts';
import { useLogIssues } from './log/use-log-issues.ts';
import { useInitialJump, useLogNavigation } from './log/use-log-navigation.ts';
import { commandDisplayState, isFailedCommand } from './steps/build-phases.ts';
import { BuildStepsPanel } from './steps/build-steps-panel.tsx';
import { CommitView } from './steps/commit-view.tsx';
import { ConfigView } from './steps/config-view.tsx';
import { useSections } from './steps/use-sections.ts';

const VIEWS: { value: BuildView; label: string }[] = [
  { value: 'log', label: 'Log' },
  { value: 'config', label: 'Config' },
  { value: 'commit', label: 'Commit' },
];

/** Shows the steps of a build and, beside them, its log, configuration or commit. */
export function BuildPane({ build }: { readonly build: BuildDetail }) {
  const { id, projectSlug, commands } = build;
  const displayState = buildDisplayState(build);
  const isInProgress = isBuildInProgress(displayState);
  const {
    address: { view, find: initialFind },
    change,
  } = useBuildView();
  const [linkedLine, setLinkedLine] = useLinkedLine();
  const [isFollowing, setIsFollowing] = useState(linkedLine === 0);
  // Following continues to the last line, which arrives after the build has ended.
  const [wasInProgress] = useState(isInProgress);
  const sections = useSections(build, isFollowing);
  const { parts, numbers, isOpen, toggle } = sections;
  const { jumpTarget, goTo, goToCommand } = useLogNavigation({ build, sections, setIsFollowing });
  const wrap = usePreferences((state) => state.wrapLogs);

  const goToAndLink = useCallback(
    (line: number) => {
      setLinkedLine(line);
      goTo(line);
    },
    [setLinkedLine, goTo],
  );
  const saveFind = useCallback((text: string) => change({ find: text }), [change]);
  const find = useLogFind({ build, numbers, initialText: initialFind, saveText: saveFind, goTo });
  const issues = useLogIssues({ build, numbers, currentLine: linkedLine, goTo: goToAndLink });
  useInitialJump({
    build,
    linkedLine,
    numbers,
    firstError: issues.firstError,
    isFollowing,
    goTo,
    goToCommand,
  });

  const follow = useMemo(
    () => (isInProgress ? { isOn: isFollowing, set: setIsFollowing } : undefined),
    [isInProgress, isFollowing],
  );
  const lineActions = useMemo(
    () => ({
      link: setLinkedLine,
      copyLink(line: number) {
        const address = lineUrl(projectSlug, id, line);
        copyText(address, 'Copied the link');
      },
    }),
    [setLinkedLine, projectSlug, id],
  );
  const showCommand = useCallback(
    (command: BuildCommand) => {
      change({ view: 'log' });
      goToCommand(command);
    },
    [change, goToCommand],
  );
  const toggleSection = useCallback(
    (command: BuildCommand) => {
      // A finished log does not grow: opening a section means reading it.
      if (!isInProgress) setIsFollowing(false);
      toggle(command);
    },
    [isInProgress, toggle],
  );
  const failedCommand = commands.find(isFailedCommand);
  const currentCommand =
    commands[commandOfLine(numbers, linkedLine)] ??
    (displayState === 'failed' ? failedCommand : isInProgress ? commands.at(-1) : undefined);

  return (
    <div className={classes.split}>
      <BuildStepsPanel
        build={build}
        current={currentCommand?.id}
        open={showCommand}
        showConfig={() => change({ view: 'config' })}
      />
      <Stack gap={0} pos="relative" miw={0} mih={0} bg="var(--panel)">
        <div className={classes.tools}>
          <SegmentedControl
            flex="none"
            h={26}
            aria-label="View"
            data={VIEWS}
            value={view}
            onChange={(next) => change({ view: next as BuildView })}
          />
          {view === 'log' && commands.length > 0 && (
            <LogTools build={build} find={find} issues={issues} follow={follow} />
          )}
        </div>
        {view === 'config' && <ConfigView build={build} />}
        {view === 'commit' && <CommitView build={build} />}
        {view === 'log' && <BuildNotices build={build} />}
        {view === 'log' && commands.length === 0 && <LogPlaceholder build={build} />}
        {view === 'log' && commands.length > 0 && (
          <LogView
            buildId={id}
            parts={parts}
            displayStateOf={(command) => commandDisplayState(build, command)}
            isOpen={isOpen}
            toggle={toggleSection}
            linkedLine={linkedLine}
            hitLine={find.currentHit < 0 ? 0 : (find.hits[find.currentHit] ?? 0)}
            searchText={find.searchedText}
            wrap={wrap}
            isRemoved={build.logRemoved !== null}
            jumpTarget={jumpTarget}
            actions={lineActions}
            isFollowing={wasInProgress && isFollowing}
            setIsFollowing={setIsFollowing}
          />
        )}
        {view === 'log' && commands.length > 0 && isInProgress && !isFollowing && (
          <Button
            variant="default"
            pos="absolute"
            right={24}
            bottom={16}
            style={{ boxShadow: 'var(--shadow-2)' }}
            leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
            onClick={() => setIsFollowing(true)}
          >
            Go to end
          </Button>
        )}
      </Stack>
    </div>
  );
}

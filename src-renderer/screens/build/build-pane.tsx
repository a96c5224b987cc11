import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { buildLook, inFlight } from '../../features/build-status/build-state.tsx';
import { useLooks } from '../../features/looks.ts';
import { tell } from '../../ui/feedback/tell.tsx';
import classes from './build.module.css';
import { type BuildView, lineAddress, useBuildView, useLinkedLine } from './build-address.ts';
import type { BuildCommand, BuildDetail } from './build-detail.ts';
import { BuildNotices } from './build-notices.tsx';
import { commandOfLine } from './log/log-layout.ts';
import { LogStandIn } from './log/log-stand-in.tsx';
import { LogTools } from './log/log-tools.tsx';
import { LogView } from './log/log-view.tsx';
import { useFind } from './log/use-find.ts';
import { useLogPlace, useOpening } from './log/use-log-place.ts';
import { useMarks } from './log/use-marks.ts';
import { commandLook, isBad } from './steps/build-phases.ts';
import { CommitView } from './steps/commit-view.tsx';
import { ConfigView } from './steps/config-view.tsx';
import { Rail } from './steps/rail.tsx';
import { useSections } from './steps/use-sections.ts';

const VIEWS: { value: BuildView; label: string }[] = [
  { value: 'log', label: 'Log' },
  { value: 'config', label: 'Config' },
  { value: 'commit', label: 'Commit' },
];

/** The rail, and beside it the log, the configuration or the commit. */
export function BuildPane({ build }: { readonly build: BuildDetail }) {
  const { id, projectSlug, commands } = build;
  const look = buildLook(build);
  const isUnderWay = inFlight(look);
  const { view, find: sought, change } = useBuildView();
  const [linked, link] = useLinkedLine();
  const [follows, setFollows] = useState(linked === 0);
  // What was followed is followed to its very end, which comes when the build is over.
  const [wasUnderWay] = useState(isUnderWay);
  const sections = useSections(build, follows);
  const { parts, numbers, isOpen, toggle } = sections;
  const { jump, goTo, goToCommand } = useLogPlace({ build, sections, setFollows });
  const wrap = useLooks((state) => state.wrapLogs);

  const goAndLink = useCallback(
    (line: number) => {
      link(line);
      goTo(line);
    },
    [link, goTo],
  );
  const remember = useCallback((text: string) => change({ find: text }), [change]);
  const find = useFind({ build, numbers, start: sought, remember, goTo });
  const marks = useMarks({ build, numbers, at: linked, goTo: goAndLink });
  useOpening({ build, linked, numbers, firstError: marks.firstError, follows, goTo, goToCommand });

  const follow = useMemo(
    () => (isUnderWay ? { isOn: follows, set: setFollows } : undefined),
    [isUnderWay, follows],
  );
  const acts = useMemo(
    () => ({
      link,
      copyLink(line: number) {
        const address = lineAddress(projectSlug, id, line);
        void navigator.clipboard.writeText(address).then(() => tell('Copied the link'));
      },
    }),
    [link, projectSlug, id],
  );
  const showCommand = useCallback(
    (command: BuildCommand) => {
      change({ view: 'log' });
      goToCommand(command);
    },
    [change, goToCommand],
  );
  const fold = useCallback(
    (command: BuildCommand) => {
      // Nothing comes any more: who opens a part wants to read it.
      if (!isUnderWay) setFollows(false);
      toggle(command);
    },
    [isUnderWay, toggle],
  );
  const failed = commands.find(isBad);
  const current =
    commands[commandOfLine(numbers, linked)] ??
    (look === 'failed' ? failed : isUnderWay ? commands.at(-1) : undefined);

  return (
    <div className={classes.split}>
      <Rail
        build={build}
        current={current?.id}
        open={showCommand}
        showConfig={() => change({ view: 'config' })}
      />
      <div className={classes.pane}>
        <div className={classes.tools}>
          <SegmentedControl
            className={classes.views}
            aria-label="What is shown"
            data={VIEWS}
            value={view}
            onChange={(next) => change({ view: next as BuildView })}
          />
          {view === 'log' && commands.length > 0 && (
            <LogTools build={build} find={find} marks={marks} follow={follow} />
          )}
        </div>
        {view === 'config' && <ConfigView build={build} />}
        {view === 'commit' && <CommitView build={build} />}
        {view === 'log' && <BuildNotices build={build} />}
        {view === 'log' && commands.length === 0 && <LogStandIn build={build} />}
        {view === 'log' && commands.length > 0 && (
          <LogView
            buildId={id}
            parts={parts}
            lookOf={(command) => commandLook(build, command)}
            isOpen={isOpen}
            toggle={fold}
            linked={linked}
            hit={find.at < 0 ? 0 : (find.hits[find.at] ?? 0)}
            wanted={find.found}
            wrap={wrap}
            isRemoved={build.logRemoved !== null}
            jump={jump}
            acts={acts}
            follows={wasUnderWay && follows}
            setFollows={setFollows}
          />
        )}
        {view === 'log' && commands.length > 0 && isUnderWay && !follows && (
          <Button
            variant="default"
            className={classes.toEnd}
            leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
            onClick={() => setFollows(true)}
          >
            Go to the end
          </Button>
        )}
      </div>
    </div>
  );
}

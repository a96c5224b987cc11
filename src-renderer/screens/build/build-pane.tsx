import { SegmentedControl } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { BuildGlyph, buildLook, inFlight } from '../../components/build-state.tsx';
import { tell } from '../../components/tell.tsx';
import { useLooks } from '../../stores/looks.ts';
import classes from './build.module.css';
import { type BuildView, lineAddress, useBuildView, useLinkedLine } from './build-address.ts';
import type { BuildCommand, BuildDetail } from './build-detail.ts';
import { failureWords } from './build-words.ts';
import { CommitView } from './commit-view.tsx';
import { ConfigView } from './config-view.tsx';
import { commandOfLine, type LogJump } from './log-layout.ts';
import { LogStandIn } from './log-stand-in.tsx';
import { LogTools } from './log-tools.tsx';
import { LogView } from './log-view.tsx';
import { Rail } from './rail.tsx';
import { useFind } from './use-find.ts';
import { useMarks } from './use-marks.ts';
import { useSections } from './use-sections.ts';

const VIEWS: { value: BuildView; label: string }[] = [
  { value: 'log', label: 'Log' },
  { value: 'config', label: 'Config' },
  { value: 'commit', label: 'Commit' },
];

/** The rail, and beside it the log, the configuration or the commit. */
export function BuildPane({ build }: { readonly build: BuildDetail }) {
  const { id, projectSlug, commands } = build;
  const look = buildLook(build);
  const { view, find: sought, change } = useBuildView();
  const [linked, link] = useLinkedLine();
  const sections = useSections(build);
  const { parts, numbers, isOpen, toggle, open } = sections;
  const [jump, setJump] = useState<LogJump | undefined>(undefined);
  const wrap = useLooks((state) => state.wrapLogs);
  const [follows, setFollows] = useState(true);

  /** Opens what holds the line, and goes there. */
  const goTo = useCallback(
    (line: number) => {
      const command = commands[commandOfLine(numbers, line)];
      if (!command) return;
      open(command);
      setFollows(false);
      setJump({ line });
    },
    [commands, numbers, open],
  );
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

  // What the screen opens at: the line of the address, or else the first error of a build that failed.
  const isAt = useRef(false);
  useEffect(() => {
    if (isAt.current) return;
    if (linked > 0 && commandOfLine(numbers, linked) >= 0) {
      isAt.current = true;
      goTo(linked);
    } else if (look === 'failed' && marks.firstError !== undefined) {
      isAt.current = true;
      const failed = commands.find(({ exitCode }) => exitCode !== 0);
      if (marks.firstError > 0) goTo(marks.firstError);
      else if (failed) setJump({ commandId: failed.id });
    }
  }, [linked, look, marks.firstError, commands, numbers, goTo]);

  const isUnderWay = inFlight(look);
  const follow = useMemo(
    () => (isUnderWay ? { isOn: follows, set: setFollows } : undefined),
    [isUnderWay, follows],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further command is gone to
  useEffect(() => {
    if (isUnderWay && follows && !linked) setJump({ end: true });
  }, [isUnderWay, follows, parts.length]);

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
      open(command);
      setJump({ commandId: command.id });
    },
    [change, open],
  );
  const failed = commands.find(({ exitCode }) => exitCode !== 0);
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
        {view === 'log' && look === 'failed' && <Failure build={build} />}
        {view === 'log' && commands.length === 0 && <LogStandIn build={build} />}
        {view === 'log' && commands.length > 0 && (
          <LogView
            buildId={id}
            parts={parts}
            isOpen={isOpen}
            toggle={toggle}
            linked={linked}
            hit={find.at < 0 ? 0 : (find.hits[find.at] ?? 0)}
            wanted={find.found}
            wrap={wrap}
            jump={jump}
            acts={acts}
            touched={() => setFollows(false)}
          />
        )}
      </div>
    </div>
  );
}

/** Why a build failed stands before everything that it did. */
function Failure({ build }: { readonly build: BuildDetail }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
    <section className={classes.failure} tabIndex={0} aria-label="Why it failed">
      <BuildGlyph look="failed" labelled={false} />
      <span>{failureWords(build)}</span>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { desk } from '../../../api/desk.ts';
import type { BuildDetail, BuildIssues } from '../build-detail.ts';
import { isFailedCommand } from '../steps/build-phases.ts';

/** The errors and warnings of a log, with actions that go to the next one. */
export type LogIssues = {
  readonly errorCount: number;
  readonly warningCount: number;
  /** Wraps around. */
  readonly nextError: () => void;
  readonly nextWarning: () => void;
  /** Line of the failed command's first error; 0 for none, undefined while unknown. */
  readonly firstError: number | undefined;
};

type Options = {
  readonly build: BuildDetail;
  readonly numbers: readonly number[];
  /** The linked line; 0 for none. */
  readonly currentLine: number;
  readonly goTo: (line: number) => void;
};

const NO_ISSUES: BuildIssues = [];

/** Finds the errors and warnings in a build's log, also while it grows. */
export function useLogIssues({ build, numbers, currentLine, goTo }: Options): LogIssues {
  const { id, commands } = build;
  const errorCount = commands.reduce((sum, command) => sum + command.errors, 0);
  const warningCount = commands.reduce((sum, command) => sum + command.warnings, 0);
  const count = errorCount + warningCount;
  const { data, refetch } = useQuery({ ...desk.build.diagnostics.queryOptions({ id }), enabled: count > 0 });
  const isKnown = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetched with each new error or warning
  useEffect(() => {
    if (isKnown) void refetch();
  }, [count, refetch]);
  const { errors, warnings } = useMemo(
    () => toLogLines(data ?? NO_ISSUES, commands, numbers),
    [data, commands, numbers],
  );
  const firstError = useMemo(() => {
    if (!isKnown && count > 0) return undefined;
    const failedIndex = commands.findIndex(isFailedCommand);
    const from = failedIndex < 0 ? 1 : (numbers[failedIndex] ?? 1);
    return errors.find((line) => line >= from) ?? 0;
  }, [isKnown, count, commands, numbers, errors]);
  const goToNext = useCallback(
    (lines: readonly number[]) => {
      const line = lines.find((each) => each > currentLine) ?? lines[0];
      if (line !== undefined) goTo(line);
    },
    [currentLine, goTo],
  );
  return {
    ...{ errorCount, warningCount, firstError },
    nextError: () => goToNext(errors),
    nextWarning: () => goToNext(warnings),
  };
}

/** Converts line numbers from those of each command to those of the whole log. */
function toLogLines(issues: BuildIssues, commands: BuildDetail['commands'], numbers: readonly number[]) {
  const first = new Map(commands.map(({ id }, index) => [id, numbers[index] ?? 1]));
  const lines = (kind: 'errors' | 'warnings') =>
    issues.flatMap((each) => each[kind].map((line) => line + (first.get(each.commandId) ?? 1) - 1));
  return { errors: lines('errors'), warnings: lines('warnings') };
}

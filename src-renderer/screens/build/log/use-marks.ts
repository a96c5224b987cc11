import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { desk } from '../../../api/desk.ts';
import type { BuildDetail, BuildMarks } from '../build-detail.ts';
import { isBad } from '../steps/build-phases.ts';

/** The errors and warnings of a log, and the way from one to the next. */
export type LogMarks = {
  readonly errorCount: number;
  readonly warningCount: number;
  /** Around the end. */
  readonly nextError: () => void;
  readonly nextWarning: () => void;
  /** The first error of what failed, where one is to be seen; else 0. undefined until that is known. */
  readonly firstError: number | undefined;
};

type Given = {
  readonly build: BuildDetail;
  readonly numbers: readonly number[];
  /** The line that one is at. */
  readonly at: number;
  readonly goTo: (line: number) => void;
};

const NONE: BuildMarks = [];

/** Finds the errors and warnings of a build's log, also while it grows. */
export function useMarks({ build, numbers, at, goTo }: Given): LogMarks {
  const { id, commands } = build;
  const errorCount = commands.reduce((sum, command) => sum + command.errors, 0);
  const warningCount = commands.reduce((sum, command) => sum + command.warnings, 0);
  const count = errorCount + warningCount;
  const { data, refetch } = useQuery({ ...desk.build.marks.queryOptions({ id }), enabled: count > 0 });
  const isKnown = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew with each mark that comes
  useEffect(() => {
    if (isKnown) void refetch();
  }, [count, refetch]);
  const { errors, warnings } = useMemo(
    () => inWholeLog(data ?? NONE, commands, numbers),
    [data, commands, numbers],
  );
  const firstError = useMemo(() => {
    if (!isKnown && count > 0) return undefined;
    const failed = commands.findIndex(isBad);
    const from = failed < 0 ? 1 : (numbers[failed] ?? 1);
    return errors.find((line) => line >= from) ?? 0;
  }, [isKnown, count, commands, numbers, errors]);
  const next = useCallback(
    (lines: readonly number[]) => {
      const line = lines.find((each) => each > at) ?? lines[0];
      if (line !== undefined) goTo(line);
    },
    [at, goTo],
  );
  return {
    ...{ errorCount, warningCount, firstError },
    nextError: () => next(errors),
    nextWarning: () => next(warnings),
  };
}

/** By the numbers that lines have in the whole log. */
function inWholeLog(marks: BuildMarks, commands: BuildDetail['commands'], numbers: readonly number[]) {
  const first = new Map(commands.map(({ id }, index) => [id, numbers[index] ?? 1]));
  const lines = (kind: 'errors' | 'warnings') =>
    marks.flatMap((each) => each[kind].map((line) => line + (first.get(each.commandId) ?? 1) - 1));
  return { errors: lines('errors'), warnings: lines('warnings') };
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { desk } from '../../desk.ts';
import type { BuildDetail, BuildMarks } from './build-detail.ts';

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

/** Finds the errors and warnings of a build's log. */
export function useMarks({ build, numbers, at, goTo }: Given): LogMarks {
  const { id, commands } = build;
  const { data } = useQuery({ ...desk.build.marks.queryOptions({ id }), enabled: commands.length > 0 });
  const { errors, warnings, errorCount, warningCount } = useMemo(
    () => inWholeLog(data ?? NONE, commands, numbers),
    [data, commands, numbers],
  );
  const firstError = useMemo(() => {
    if (data === undefined && commands.length > 0) return undefined;
    const failed = commands.findIndex(({ exitCode }) => exitCode !== 0);
    const from = failed < 0 ? 1 : (numbers[failed] ?? 1);
    return errors.find((line) => line >= from) ?? 0;
  }, [data, commands, numbers, errors]);
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
  return {
    errors: lines('errors'),
    warnings: lines('warnings'),
    errorCount: marks.reduce((sum, each) => sum + each.errorCount, 0),
    warningCount: marks.reduce((sum, each) => sum + each.warningCount, 0),
  };
}

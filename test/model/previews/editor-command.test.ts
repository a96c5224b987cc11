import { expect, test } from 'vitest';
import { editorArguments, editorCommandError } from '../../../src-server/model/previews/editor-command.ts';

test.each([
  ['', undefined],
  ['code -g FILE:LINE', undefined],
  ['"/opt/My Editor/edit" +LINE "FILE"', undefined],
  ['code', 'Name the file by FILE, and the line by LINE: code -g FILE:LINE'],
  ['FILE', 'The command begins with the name of the editor.'],
  ['-g FILE', 'The command begins with the name of the editor.'],
  ['code "FILE', 'A quote is not closed.'],
])('%j is refused with %j', (command, error) => {
  expect(editorCommandError(command)).toBe(error);
});

test('no name of a file adds an argument or a command', () => {
  const file = '/docs/a b"; $(touch x) LINE FILE $& .rst';
  expect(editorArguments('code -g FILE:LINE', file, 12)).toEqual(['code', '-g', `${file}:12`]);
  expect(editorArguments('"/opt/My Editor/edit" +LINE FILE', file, null)).toEqual([
    '/opt/My Editor/edit',
    '+1',
    file,
  ]);
});

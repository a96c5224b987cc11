import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeFiles, ROOT } from './repository.ts';

test('the window loads the styles of every Mantine component that it uses', () => {
  const styles = readFileSync(join(ROOT, 'src-renderer/theme/mantine-styles.ts'), 'utf8');
  const used = new Set(
    [...codeFiles(/^src-renderer\//).values()].flatMap((source) =>
      [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim().replace(/^type /, '')),
      ),
    ),
  );
  const withStyles = [...used].filter((name) =>
    existsSync(join(ROOT, `node_modules/@mantine/core/styles/${name}.layer.css`)),
  );
  expect(withStyles.length).toBeGreaterThan(5);
  expect(withStyles.filter((name) => !styles.includes(`/${name}.layer.css'`))).toEqual([]);
});

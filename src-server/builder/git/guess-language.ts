import { programmingLanguageName } from '../../model/projects/languages/languages.ts';
import type { DetectedLanguage } from '../../model/projects/repository/repository-inspection.ts';

/** Files that show the programming language, the surest first. */
const MANIFESTS: readonly (readonly [file: RegExp, code: string])[] = [
  [/^(pyproject\.toml|setup\.cfg|setup\.py)$/, 'py'],
  [/^go\.mod$/, 'go'],
  [/^Cargo\.toml$/, 'rust'],
  [/^(pom\.xml|build\.gradle)$/, 'java'],
  [/^(Gemfile|[^/]+\.gemspec)$/, 'ruby'],
  [/^composer\.json$/, 'php'],
  [/^Project\.toml$/, 'julia'],
  [/^tsconfig\.json$/, 'ts'],
  [/^package\.json$/, 'js'],
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  py: 'py',
  pyx: 'py',
  js: 'js',
  mjs: 'js',
  jsx: 'js',
  ts: 'ts',
  tsx: 'ts',
  go: 'go',
  rs: 'rust',
  java: 'java',
  rb: 'ruby',
  php: 'php',
  jl: 'julia',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  cc: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  swift: 'swift',
  pl: 'perl',
  r: 'r',
  scala: 'scala',
  m: 'objc',
  groovy: 'groovy',
  lua: 'lua',
  hs: 'haskell',
  css: 'css',
};

/** Guesses the programming language from file names; null when they do not show it. */
export function guessLanguage(paths: readonly string[]): DetectedLanguage | null {
  const counts = new Map<string, number>();
  let code = 0;
  for (const path of paths) {
    const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
    const language = EXTENSIONS[extension];
    if (language === undefined || programmingLanguageName(language) === 'Unknown') continue;
    counts.set(language, (counts.get(language) ?? 0) + 1);
    code += 1;
  }
  const [mostCommon, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const share = (part: number) => `${Math.round((100 * part) / code)}% of the source files`;
  for (const [file, language] of MANIFESTS) {
    const manifest = paths.find((path) => file.test(path));
    if (manifest === undefined || programmingLanguageName(language) === 'Unknown') continue;
    const own = counts.get(language) ?? 0;
    return { code: language, reason: own > 0 ? `${manifest} and ${share(own)}` : manifest };
  }
  return mostCommon === undefined ? null : { code: mostCommon, reason: share(count) };
}

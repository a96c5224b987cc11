/** How the newest build of the default version ended, and how long ago that was, in minutes. */
export type Fate = 'passed' | 'failed' | 'cancelled' | 'cloning' | 'installing' | 'building' | 'none';

/** A project of the sample library in few words; the rest is worked out from them. */
export type SampleProject = {
  readonly name: string;
  readonly slug?: string;
  readonly language: string;
  readonly code: string;
  /** Slug of the default version: ours, or that of a release's branch. */
  readonly defaultVersion: string;
  /** Number of tags, and of those active. */
  readonly tags: number;
  readonly active: number;
  readonly fate: Fate;
  readonly minutesAgo: number;
  readonly seconds: number;
  readonly people: readonly string[];
  readonly about: string;
  readonly tag: string;
  readonly translationOf?: string;
  readonly mkdocs?: boolean;
};

type Row = readonly [
  name: string,
  language: string,
  code: string,
  defaultVersion: string,
  versions: `${number}/${number}`,
  fate: Fate,
  minutesAgo: number,
  seconds: number,
  people: string,
  tag: string,
  about: string,
  more?: Pick<SampleProject, 'slug' | 'translationOf' | 'mkdocs'>,
];

const HOUR = 60;
const DAY = 24 * HOUR;
/** The place of whoever loads the library. */
export const READER = 'mira';

const ROWS: readonly Row[] = [
  ['Tidewater', 'en', 'py', '2.4', '7/24', 'building', 1, 72, 'mira, tobi', 'harbour', 'Reads tide tables and draws them.'],
  ['Halyard Deploy', 'en', 'go', 'stable', '3/10', 'installing', 0.4, 40, 'sefa, mira', 'operations', 'Brings releases up the mast and down again.'],
  ['Leuchtfeuer Handbuch', 'de', 'words', 'latest', '2/2', 'cloning', 0.1, 22, 'anke, mira', 'handbook', 'Das Handbuch der Leuchtfeuer an der Küste.'],
  ['Almanac', 'en', 'py', '3.1', '9/38', 'failed', 8, 34, 'mira', 'harbour', 'Sunrise, moon and stars for every day of the year.'],
  ['Brasscompass', 'en', 'js', 'latest', '4/16', 'passed', 12, 41, 'tobi, mira, sefa', 'harbour', 'Finds its bearings in large code bases.', { mkdocs: true }],
  ['Cartouche', 'fr', 'py', 'stable', '5/20', 'passed', 26, 63, 'ines', 'charts', 'Des cartes et des cadres pour vos données.'],
  ['Driftline ORM', 'en', 'ruby', '4.0', '6/30', 'passed', HOUR, 55, 'sefa, mira', 'data', 'Maps what the tide leaves to objects.'],
  ['Emberlog', 'en', 'java', 'latest', '2/7', 'cancelled', HOUR, 18, 'tobi', 'operations', 'Keeps logs warm until somebody reads them.'],
  ['Fathom Metrics', 'en', 'py', '1.8', '4/13', 'passed', 2 * HOUR, 48, 'mira, tobi, sefa, ines', 'operations', 'Measures how deep the water is.'],
  ['Gannet CLI', 'en', 'go', 'stable', '3/18', 'failed', 3 * HOUR, 9, 'anke', 'tools', 'Dives for files and comes up with one.'],
  ['Inkstone', 'ja', 'py', 'latest', '2/4', 'passed', 5 * HOUR, 37, 'haru', 'writing', '文章のための道具。'],
  ['Jetsam Queue', 'en', 'js', '0.9', '1/1', 'passed', DAY, 22, 'sefa', 'data', 'A queue for what was thrown overboard.', { mkdocs: true }],
  ['Kelpie UI', 'pt_BR', 'js', 'latest', '3/9', 'passed', DAY + HOUR, 77, 'ines, tobi', 'design', 'Componentes que saem da água.'],
  ['Lodestar', 'en', 'cpp', 'stable', '5/26', 'passed', 2 * DAY, 126, 'mira', 'harbour', 'Navigation for machines that cannot see stars.'],
  ['Marlinspike', 'en', 'py', 'latest', '0/0', 'none', 0, 0, 'anke', 'tools', 'Takes knots apart. Nothing is built yet.'],
  ['Nacre Design System', 'en', 'js', 'stable', '4/14', 'passed', 2 * DAY + HOUR, 58, 'ines', 'design', 'Colours, type and spacing with a shine.', { mkdocs: true }],
  ['Oarlock', 'en', 'go', '1.2', '2/6', 'passed', 3 * DAY, 19, 'tobi, mira', 'tools', 'Holds locks in place while you row.'],
  ['Pilot Chart', 'en', 'ts', 'stable', '4/12', 'passed', 3 * DAY + 5 * HOUR, 44, 'mira, haru', 'charts', 'Plots where everybody else has been.'],
  ['Quayside', 'en', 'php', '5.3', '6/22', 'passed', 4 * DAY, 39, 'sefa', 'harbour', 'Where ships of all sizes find a berth.'],
  ['Rigging Tests', 'en', 'py', 'latest', '3/11', 'failed', 4 * DAY, 27, 'tobi', 'tools', 'Pulls on every rope before the ship leaves.'],
  ['Saltmarsh', 'en', 'r', 'stable', '3/8', 'passed', 5 * DAY, 88, 'haru', 'data', 'Statistics for what grows between land and sea.'],
  ['Undertow', 'en', 'c', '2.0', '2/9', 'passed', 6 * DAY, 71, 'anke, mira', 'data', 'A stream library that pulls harder than it looks.'],
  ['Vellum', 'en', 'haskell', 'latest', '2/5', 'passed', 8 * DAY, 104, 'haru, ines', 'writing', 'Typesetting with types.'],
  ['Windlass', 'en', 'go', 'stable', '3/15', 'passed', 9 * DAY, 31, 'sefa, tobi', 'operations', 'Raises heavy things slowly and surely.'],
  ['Xebec Router', 'en', 'ts', 'stable', '4/17', 'passed', 11 * DAY, 29, 'tobi', 'web', 'Three masts, one route.', { mkdocs: true }],
  ['Yawl', 'en', 'py', '0.7', '2/6', 'passed', 13 * DAY, 16, 'mira', 'tools', 'Yet another workflow language.'],
  ['Zephyr Forms', 'es', 'js', 'latest', '2/4', 'passed', 16 * DAY, 34, 'ines, mira', 'web', 'Formularios con viento a favor.'],
  ['Anchor Auth', 'en', 'java', 'stable', '5/21', 'passed', 18 * DAY, 67, 'sefa, anke', 'web', 'Keeps sessions where they were dropped.'],
  ['Beacon Feed', 'en', 'ruby', 'latest', '2/5', 'passed', 21 * DAY, 24, 'mira, anke', 'web', 'Flashes when something is new.'],
  ['Capstan', 'en', 'csharp', '6.1', '3/13', 'passed', 24 * DAY, 52, 'tobi, sefa', 'operations', 'Everybody pushes, the rope comes in.'],
  ['Dory Cache', 'en', 'go', 'stable', '2/7', 'passed', 28 * DAY, 14, 'sefa', 'data', 'Small, flat and never far from the ship.'],
  ['Estuary ETL', 'en', 'scala', '1.5', '3/10', 'failed', 33 * DAY, 46, 'haru', 'data', 'Where fresh data meets salt.'],
  ['Foghorn Alerts', 'en', 'py', 'latest', '2/8', 'passed', 41 * DAY, 33, 'anke, mira', 'operations', 'Heard when nothing can be seen.'],
  ['Gunwale', 'en', 'swift', 'latest', '1/2', 'passed', 55 * DAY, 21, 'ines', 'tools', 'The upper edge of a small boat.'],
  ['Hawser', 'en', 'c', 'latest', '1/3', 'cancelled', 63 * DAY, 6, 'anke', 'tools', 'A thick rope between two programs.'],
  ['Ironclad', 'en', 'other', 'stable', '2/6', 'passed', 90 * DAY, 93, 'sefa', 'web', 'Armour for old wooden ships.'],
  ['Harbour Handbook', 'en', 'words', 'latest', '2/3', 'passed', 10 * HOUR, 28, 'mira, anke, tobi', 'handbook', 'How we work, from mooring to casting off.', { mkdocs: true }],
  ['Hafen Handbuch', 'de', 'words', 'latest', '1/2', 'passed', 11 * HOUR, 26, 'anke', 'handbook', 'Wie wir arbeiten, vom Anlegen bis zum Ablegen.', { translationOf: 'harbour-handbook', mkdocs: true }],
  ['Manual do Porto', 'pt_BR', 'words', 'latest', '1/1', 'passed', 5 * DAY, 27, 'ines', 'handbook', 'Como trabalhamos, de atracar a zarpar.', { translationOf: 'harbour-handbook', mkdocs: true }],
  ['Werft Handbuch', 'de', 'words', 'stable', '2/4', 'passed', 6 * DAY, 31, 'anke, tobi', 'handbook', 'Vom Kiel bis zum Stapellauf.'],
  ['Lotsen Handbuch', 'de', 'words', 'latest', '1/2', 'passed', 12 * DAY, 25, 'anke', 'handbook', 'Wer an Bord kommt und wann er geht.'],
  ['Seekarten Handbuch', 'de', 'words', 'latest', '1/3', 'passed', 19 * DAY, 30, 'mira', 'handbook', 'Zeichen, Farben, Tiefen.'],
  ['Schleusen Handbuch', 'de', 'words', 'latest', '1/1', 'passed', 47 * DAY, 17, 'anke, mira', 'handbook', 'Auf und ab, der Reihe nach.'],
  ['Tidewater Deutsch', 'de', 'py', '2.4', '3/8', 'passed', 7 * HOUR, 49, 'anke, mira', 'harbour', 'Liest Gezeitentafeln und zeichnet sie.', { slug: 'tidewater-de', translationOf: 'tidewater' }],
  ['Tidewater Français', 'fr', 'py', 'latest', '2/8', 'failed', 2 * DAY, 37, 'ines', 'harbour', 'Lit les tables des marées et les dessine.', { slug: 'tidewater-fr', translationOf: 'tidewater' }],
  ['Tidewater 日本語', 'ja', 'py', 'latest', '1/5', 'passed', 4 * DAY, 51, 'haru', 'harbour', '潮汐表を読み、描きます。', { slug: 'tidewater-ja', translationOf: 'tidewater' }],
  ['Tidewater Charts', 'en', 'py', 'stable', '2/9', 'passed', 3 * HOUR, 33, 'mira', 'harbour', 'Draws what Tidewater has read.'],
  ['Tidewater Plugins', 'en', 'py', 'latest', '2/4', 'passed', 9 * HOUR, 29, 'tobi, mira', 'harbour', 'Ports that Tidewater does not know by itself.'],
];

/** Every project of the sample library. */
export const SAMPLE_PROJECTS: readonly SampleProject[] = ROWS.map(
  ([name, language, code, defaultVersion, versions, fate, minutesAgo, seconds, people, tag, about, more]) => {
    const [active = 0, tags = 0] = versions.split('/').map(Number);
    return {
      ...{ name, language, code, defaultVersion, tags, active, fate, minutesAgo, seconds, tag, about },
      people: people.split(', '),
      ...more,
    };
  },
);

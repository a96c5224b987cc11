const SAMPLE_STATES = ['passed', 'failed', 'cancelled', 'cloning', 'installing', 'building', 'none'] as const;

/** How the newest build of the default version ended, or how far it has come; none: nothing was ever built. */
export type SampleState = (typeof SAMPLE_STATES)[number];

/** A project of the sample library in few words; the rest is worked out from them. */
export type SampleProject = {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly language: string;
  readonly code: string;
  /** Slug of the default version: ours, or that of a release's branch. */
  readonly defaultVersion: string;
  /** Number of tags, and of those active. */
  readonly tags: number;
  readonly active: number;
  readonly state: SampleState;
  readonly minutesAgo: number;
  readonly seconds: number;
  readonly people: readonly string[];
  readonly description: string;
  readonly tag: string;
  readonly translationOf?: string | undefined;
  readonly mkdocs?: boolean;
};

/** The place of whoever loads the library. */
export const OPERATOR_PLACEHOLDER = 'mira';

/**
 * Name | slug, where the name gives another | language | code | default version | tags that are active / tags | fate |
 * minutes ago | seconds | people | tags, `mkdocs` among them for what is not Sphinx | main project | about
 */
const TABLE = `
Tidewater | | en | py | 2.4 | 7/24 | building | 1 | 72 | mira tobi | harbour | | Reads tide tables and draws them.
Halyard Deploy | | en | go | stable | 3/10 | installing | 0.4 | 40 | sefa mira | operations | | Brings releases up the mast and down again.
Leuchtfeuer Handbuch | | de | words | latest | 2/2 | cloning | 0.1 | 22 | anke mira | handbook | | Das Handbuch der Leuchtfeuer an der Küste.
Almanac | | en | py | 3.1 | 9/38 | failed | 8 | 34 | mira | harbour | | Sunrise, moon and stars for every day of the year.
Brasscompass | | en | js | latest | 4/16 | passed | 12 | 41 | tobi mira sefa | harbour mkdocs | | Finds its bearings in large code bases.
Cartouche | | fr | py | stable | 5/20 | passed | 26 | 63 | ines | charts | | Des cartes et des cadres pour vos données.
Driftline ORM | | en | ruby | 4.0 | 6/30 | passed | 60 | 55 | sefa mira | data | | Maps what the tide leaves to objects.
Emberlog | | en | java | latest | 2/7 | cancelled | 60 | 18 | tobi | operations | | Keeps logs warm until somebody reads them.
Fathom Metrics | | en | py | 1.8 | 4/13 | passed | 120 | 48 | mira tobi sefa ines | operations | | Measures how deep the water is.
Gannet CLI | | en | go | stable | 3/18 | failed | 180 | 9 | anke | tools | | Dives for files and comes up with one.
Inkstone | | ja | py | latest | 2/4 | passed | 300 | 37 | haru | writing | | 文章のための道具。
Jetsam Queue | | en | js | 0.9 | 1/1 | passed | 1440 | 22 | sefa | data mkdocs | | A queue for what was thrown overboard.
Kelpie UI | | pt_BR | js | latest | 3/9 | passed | 1500 | 77 | ines tobi | design | | Componentes que saem da água.
Lodestar | | en | cpp | stable | 5/26 | passed | 2880 | 126 | mira | harbour | | Navigation for machines that cannot see stars.
Marlinspike | | en | py | latest | 0/0 | none | 0 | 0 | anke | tools | | Takes knots apart. Nothing is built yet.
Nacre Design System | | en | js | stable | 4/14 | passed | 2940 | 58 | ines | design mkdocs | | Colours, type and spacing with a shine.
Oarlock | | en | go | 1.2 | 2/6 | passed | 4320 | 19 | tobi mira | tools | | Holds locks in place while you row.
Pilot Chart | | en | ts | stable | 4/12 | passed | 4620 | 44 | mira haru | charts | | Plots where everybody else has been.
Quayside | | en | php | 5.3 | 6/22 | passed | 5760 | 39 | sefa | harbour | | Where ships of all sizes find a berth.
Rigging Tests | | en | py | latest | 3/11 | failed | 5760 | 27 | tobi | tools | | Pulls on every rope before the ship leaves.
Saltmarsh | | en | r | stable | 3/8 | passed | 7200 | 88 | haru | data | | Statistics for what grows between land and sea.
Undertow | | en | c | 2.0 | 2/9 | passed | 8640 | 71 | anke mira | data | | A stream library that pulls harder than it looks.
Vellum | | en | haskell | latest | 2/5 | passed | 11520 | 104 | haru ines | writing | | Typesetting with types.
Windlass | | en | go | stable | 3/15 | passed | 12960 | 31 | sefa tobi | operations | | Raises heavy things slowly and surely.
Xebec Router | | en | ts | stable | 4/17 | passed | 15840 | 29 | tobi | web mkdocs | | Three masts, one route.
Yawl | | en | py | 0.7 | 2/6 | passed | 18720 | 16 | mira | tools | | Yet another workflow language.
Zephyr Forms | | es | js | latest | 2/4 | passed | 23040 | 34 | ines mira | web | | Formularios con viento a favor.
Anchor Auth | | en | java | stable | 5/21 | passed | 25920 | 67 | sefa anke | web | | Keeps sessions where they were dropped.
Beacon Feed | | en | ruby | latest | 2/5 | passed | 30240 | 24 | mira anke | web | | Flashes when something is new.
Capstan | | en | csharp | 6.1 | 3/13 | passed | 34560 | 52 | tobi sefa | operations | | Everybody pushes, the rope comes in.
Dory Cache | | en | go | stable | 2/7 | passed | 40320 | 14 | sefa | data | | Small, flat and never far from the ship.
Estuary ETL | | en | scala | 1.5 | 3/10 | failed | 47520 | 46 | haru | data | | Where fresh data meets salt.
Foghorn Alerts | | en | py | latest | 2/8 | passed | 59040 | 33 | anke mira | operations | | Heard when nothing can be seen.
Gunwale | | en | swift | latest | 1/2 | passed | 79200 | 21 | ines | tools | | The upper edge of a small boat.
Hawser | | en | c | latest | 1/3 | cancelled | 90720 | 6 | anke | tools | | A thick rope between two programs.
Ironclad | | en | other | stable | 2/6 | passed | 129600 | 93 | sefa | web | | Armour for old wooden ships.
Harbour Handbook | | en | words | latest | 2/3 | passed | 600 | 28 | mira anke tobi | handbook mkdocs | | How we work, from mooring to casting off.
Hafen Handbuch | | de | words | latest | 1/2 | passed | 660 | 26 | anke | handbook mkdocs | harbour-handbook | Wie wir arbeiten, vom Anlegen bis zum Ablegen.
Manual do Porto | | pt_BR | words | latest | 1/1 | passed | 7200 | 27 | ines | handbook mkdocs | harbour-handbook | Como trabalhamos, de atracar a zarpar.
Werft Handbuch | | de | words | stable | 2/4 | passed | 8640 | 31 | anke tobi | handbook | | Vom Kiel bis zum Stapellauf.
Lotsen Handbuch | | de | words | latest | 1/2 | passed | 17280 | 25 | anke | handbook | | Wer an Bord kommt und wann er geht.
Seekarten Handbuch | | de | words | latest | 1/3 | passed | 27360 | 30 | mira | handbook | | Zeichen, Farben, Tiefen.
Schleusen Handbuch | | de | words | latest | 1/1 | passed | 67680 | 17 | anke mira | handbook | | Auf und ab, der Reihe nach.
Tidewater Deutsch | tidewater-de | de | py | 2.4 | 3/8 | passed | 420 | 49 | anke mira | harbour | tidewater | Liest Gezeitentafeln und zeichnet sie.
Tidewater Français | tidewater-fr | fr | py | latest | 2/8 | failed | 2880 | 37 | ines | harbour | tidewater | Lit les tables des marées et les dessine.
Tidewater 日本語 | tidewater-ja | ja | py | latest | 1/5 | passed | 5760 | 51 | haru | harbour | tidewater | 潮汐表を読み、描きます。
Tidewater Charts | | en | py | stable | 2/9 | passed | 180 | 33 | mira | harbour | | Draws what Tidewater has read.
Tidewater Plugins | | en | py | latest | 2/4 | passed | 540 | 29 | tobi mira | harbour | | Ports that Tidewater does not know by itself.
`;

/** Every project of the sample library. */
export const SAMPLE_PROJECTS: readonly SampleProject[] = TABLE.trim().split('\n').map(readLine);

function readLine(line: string): SampleProject {
  const [
    name,
    slug,
    language,
    code,
    defaultVersion,
    versions,
    state,
    minutesAgo,
    seconds,
    people,
    tags,
    main,
    description,
  ] = line.split('|').map((cell) => cell.trim());
  const [active = 0, all = 0] = (versions ?? '').split('/').map(Number);
  const [tag = '', tool] = (tags ?? '').split(' ');
  return {
    name: name ?? '',
    ...(slug !== '' && { slug }),
    language: language ?? '',
    code: code ?? '',
    defaultVersion: defaultVersion ?? '',
    tags: all,
    active,
    state: isSampleState(state) ? state : 'none',
    minutesAgo: Number(minutesAgo),
    seconds: Number(seconds),
    people: (people ?? '').split(' '),
    tag,
    description: description ?? '',
    ...(main !== '' && { translationOf: main }),
    ...(tool === 'mkdocs' && { mkdocs: true }),
  };
}

function isSampleState(text: string | undefined): text is SampleState {
  return SAMPLE_STATES.some((state) => state === text);
}

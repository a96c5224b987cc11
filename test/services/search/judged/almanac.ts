import { heading, object, type Page } from './html.ts';

/** A tool's guide as MkDocs writes it, with folders as addresses. */
export const ALMANAC: Readonly<Record<string, Page>> = {
  'index.html': {
    title: 'Almanac',
    intro: 'Almanac computes tides, moons and sunrises for harbours.',
    parts: [heading('Getting help', 'Ask in the forum, or report an issue.'), heading('License', 'MIT.')],
  },
  'getting-started/index.html': {
    title: 'Getting started',
    intro: 'Install the tool, make a harbour, compute a table of tides.',
    parts: [
      heading('Requirements', 'A computer with 2 GB of memory.'),
      heading(
        'Your first table',
        'Run `almanac table` and open the file. The table lists high water and low water.',
      ),
      heading('Next steps', 'Read about harbours, themes and exports.'),
    ],
  },
  'harbours/index.html': {
    title: 'Harbours',
    intro: 'A harbour has a place, a time zone and constants of its tide.',
    parts: [
      heading('Adding a harbour', 'Write a file in the folder `harbours`, one for each harbour.'),
      heading('Constants', 'The harmonic constants decide heights of tides.'),
      heading('Time zones', 'Times are local; daylight saving is respected.'),
      heading('Importing from a chart', 'Charts of the agency can be imported.'),
    ],
  },
  'tides/index.html': {
    title: 'Computing tides',
    intro: 'The heights of high and low water, for any day.',
    parts: [
      heading('Accuracy', 'Within ten centimetres for most harbours. Storm surges are not computed.'),
      heading('Spring tides and neap tides', 'When sun and moon pull together the range is largest.'),
      heading('Currents', 'Currents are derived from heights of two harbours.'),
      heading('Caching', 'Computed tables are cached for a year.'),
    ],
  },
  'moons/index.html': {
    title: 'Phases of the moon',
    intro: 'New moon, first quarter, full moon, last quarter.',
    parts: [
      heading('Eclipses', 'Eclipses of sun and moon, with their durations.'),
      heading('Lunar calendars', 'Calendars that follow the moon.'),
    ],
  },
  'exports/index.html': {
    title: 'Exports',
    intro: 'Tables can be exported in several formats.',
    parts: [
      heading('PDF', 'A booklet to print; fonts are embedded.'),
      heading('Spreadsheets', 'CSV with a semicolon or a comma, and XLSX.'),
      heading('iCalendar', 'An address that calendars subscribe to.'),
      heading('Automating exports', 'Run exports every night with a scheduler.'),
    ],
  },
  'themes/index.html': {
    title: 'Customizing themes',
    intro: 'A theme decides colours and fonts of a booklet.',
    parts: [
      heading('Colours', 'Colours are named in a file.'),
      heading('Overriding templates', 'Copy a template and change it.'),
      heading('Translations', 'Words of a theme can be translated.'),
    ],
  },
  'reference/configuration/index.html': {
    title: 'Configuration',
    intro: 'Every option of the file `almanac.yml`.',
    parts: [
      object('site_name', 'site_name', 'The title of the booklet. Required.'),
      object('default_harbour', 'default_harbour', 'The harbour of commands that name none.'),
      object('height_unit', 'height_unit', 'Metres or feet.'),
      object('use_daylight_saving', 'use_daylight_saving', 'Whether times follow daylight saving.'),
      object('cache_dir', 'cache_dir', 'Where computed tables are kept.'),
    ],
  },
  'reference/cli/index.html': {
    title: 'Command line',
    intro: 'Commands and their options.',
    parts: [
      heading('almanac table', 'Computes a table. Options: `--harbour`, `--from`, `--to`.'),
      heading('almanac export', 'Exports a table. Options: `--format`, `--no-cache-dir`.'),
      heading('almanac serve', 'Serves tables to a browser on this computer.'),
      heading('--no-cache-dir', 'Computes everything again.'),
    ],
  },
  'reference/plugins/index.html': {
    title: 'Writing plugins',
    intro: 'A plugin is a Python class with methods for events.',
    parts: [
      object('almanac.plugins.BasePlugin', 'BasePlugin', 'The base class of plugins.'),
      object('almanac.plugins.BasePlugin.on_table', 'on_table(table, config)', 'Called for every table.'),
      object('almanac.plugins.BasePlugin.on_pre_export', 'on_pre_export(config)', 'Called before an export.'),
      object('almanac.plugins.PluginCollection', 'PluginCollection', 'The plugins of a run, in order.'),
    ],
  },
  'troubleshooting/index.html': {
    title: 'Troubleshooting',
    intro: 'What to do when something fails: configuration, harbours, exports, plugins, caching.',
    parts: [
      heading('“No such harbour”', 'Check `default_harbour` and the folder.'),
      heading('Fonts are missing', 'Install the fonts of the theme.'),
      heading('Upgrading', 'Read the release notes before upgrading.'),
    ],
  },
  'release-notes/index.html': {
    title: 'Release notes',
    intro: 'What changed in each version.',
    parts: [
      heading(
        '3.0',
        'Plugins, themes, exports, harbours and tides changed; `cache_dir` is new; `height_unit` too; configuration is checked.',
      ),
      heading('2.4', 'Eclipses, spreadsheets, currents, time zones.'),
      heading('2.0', 'Translations; `on_table`; `BasePlugin`; `default_harbour`.'),
    ],
  },
};

/** A guide in German, as Sphinx writes it. */
export const HAFEN: Readonly<Record<string, Page>> = {
  'index.html': {
    title: 'Handbuch der Hafenverwaltung',
    intro: 'Dieses Handbuch beschreibt Häfen, Schiffe und Gebühren.',
    parts: [],
  },
  'einrichtung.html': {
    title: 'Einrichtung',
    intro: 'So wird das Programm eingerichtet.',
    parts: [
      heading('Voraussetzungen', 'Ein Rechner mit zwei Prozessoren.'),
      heading('Datenbank anlegen', 'Eine leere Datenbank wird beim ersten Start angelegt.'),
      heading('Benutzer und Rechte', 'Jeder Benutzer hat eine Rolle mit Rechten.'),
    ],
  },
  'schiffe.html': {
    title: 'Schiffe verwalten',
    intro: 'Schiffe werden mit Länge, Breite und Tiefgang erfasst.',
    parts: [
      heading('Ein Schiff anmelden', 'Die Anmeldung braucht Namen und Flagge.'),
      heading('Liegeplätze zuweisen', 'Jedem Schiff wird ein Liegeplatz zugewiesen.'),
      heading('Abmeldung', 'Vor der Ausfahrt wird abgemeldet.'),
    ],
  },
  'gebuehren.html': {
    title: 'Gebühren',
    intro: 'Gebühren hängen von Länge und Dauer ab.',
    parts: [
      heading('Rechnungen drucken', 'Eine Rechnung entsteht am Ende des Monats.'),
      heading('Ermäßigungen', 'Vereine zahlen weniger.'),
      heading('Mahnungen', 'Nach dreißig Tagen wird gemahnt.'),
    ],
  },
  'wetter.html': {
    title: 'Wetterwarnungen',
    intro: 'Warnungen des Wetterdienstes werden angezeigt.',
    parts: [
      heading('Stürme', 'Bei Sturm werden alle Häfen benachrichtigt.'),
      heading('Hochwasser', 'Pegelstände werden stündlich abgefragt.'),
    ],
  },
  'schnittstelle.html': {
    title: 'Programmierschnittstelle',
    intro: 'Andere Programme fragen Schiffe, Liegeplätze und Gebühren ab.',
    parts: [
      object('hafen.liste_schiffe', 'hafen.liste_schiffe(hafen, seit=None)', 'Listet Schiffe eines Hafens.'),
      object('hafen.Liegeplatz', 'class Liegeplatz(nummer)', 'Ein Platz an einem Steg.'),
      object('hafen.Liegeplatz.freigeben', 'freigeben()', 'Gibt den Platz frei.'),
    ],
  },
  'sicherung.html': {
    title: 'Datensicherung',
    intro: 'Sicherungen laufen jede Nacht.',
    parts: [
      heading('Wiederherstellung', 'Eine Sicherung wird mit einem Befehl wiederhergestellt.'),
      heading('Verschlüsselung', 'Sicherungen können verschlüsselt werden.'),
    ],
  },
};

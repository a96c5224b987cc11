// The accent marker at 16 and 32 px. An image in the bundle needs no path that packaging could change.

/** Mulberry, visible on light and dark bars. */
export const TRAY_COLOUR =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAOElEQVR42mM4FL+IgRKMTfA/ATxqwKgB9DdgNRSTZQBIIwsUrybVgH4s4v3EGtCPJ/f1E2MASRgAppojs4RdNJMAAAAASUVORK5CYII=';

/** The same for dense displays. */
export const TRAY_COLOUR_DOUBLE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAeUlEQVR42u3Xuw2AMAyE4RQpGYLNGCk70LIFGYJxIIXToLykc7CErvi7k/y1due2O8tGRisYDLjBCCCAAAIIIIAAAgj4N+CSTAAxtUjxa0A+njcthDrgfbyHUAUcKd/YetlMAfSO1xAqgNHjJQQMCMDzGTQA5t/x1B66v5DBLtdSjQAAAABJRU5ErkJggg==';

/** For macOS, which applies its own colour. */
export const TRAY_BLACK =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAL0lEQVR42mNgoAH4TwCPGjBqAP0NWA3FZBkA0sgCxatJNaAfi3g/sQb0kylHHgAAV19glW9kIUAAAAAASUVORK5CYII=';

/** The same for dense displays. */
export const TRAY_BLACK_DOUBLE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAa0lEQVR42mNgGAJAgUJMMfhPIR51wKgDRh0w6oBRB4w6YNQBow4YdcDwdsB1KB4QBxwGYh4oPkxvB8AshwF8jqC6A9AtJ+QIqjpgNRCz4FHLAlVDEwcQshyXI6jiAGItx+YIikH/AOkdIQAAoBeEWEty1/UAAAAASUVORK5CYII=';

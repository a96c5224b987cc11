/** The look of the search of a page: plain, so that it suits any theme; light or dark as the system is. */
export const SEARCH_STYLE = `
  :host { all: initial; color-scheme: light dark }
  * { box-sizing: border-box }
  dialog { display: none; flex-direction: column; width: min(680px, calc(100vw - 24px)); max-width: none;
    max-height: min(640px, calc(100dvh - 24px)); margin: clamp(12px, 10vh, 96px) auto auto; padding: 0; overflow: hidden;
    font: 15px/22px system-ui, sans-serif; color: light-dark(#1f1d22, #efece6); background: light-dark(#fff, #1d1d24);
    border: 1px solid light-dark(#d5d1c9, #3d3d4a); border-radius: 8px; box-shadow: 0 12px 48px #0006 }
  dialog[open] { display: flex }
  dialog::backdrop { background: #0007 }
  .box { display: flex; gap: 8px; padding: 12px; flex: none }
  input { flex: 1; min-width: 0; font: inherit; color: inherit; background: light-dark(#fff, #14141a);
    border: 1px solid light-dark(#8a8680, #7c7c8a); border-radius: 6px; padding: 7px 10px }
  button { font: inherit; color: inherit; background: none; border: 1px solid light-dark(#d5d1c9, #3d3d4a);
    border-radius: 6px; padding: 7px 14px; cursor: pointer }
  button:hover { background: light-dark(#f1eee8, #2a2a34) }
  input:focus-visible, button:focus-visible { outline: 2px solid light-dark(#0b57d0, #8ab4f8); outline-offset: 1px }
  p { margin: 0; padding: 0 16px 12px; font-size: 13px; line-height: 18px; color: light-dark(#5c5862, #b5b1bb);
    overflow-wrap: anywhere; flex: none }
  #results { overflow: auto; overscroll-behavior: contain; border-top: 1px solid light-dark(#e6e2d9, #33333f);
    padding: 6px }
  #results[hidden] { display: none }
  a { display: block; padding: 8px 10px; border-radius: 6px; color: inherit; text-decoration: none;
    scroll-margin: 6px; overflow-wrap: anywhere; outline: 2px solid transparent; outline-offset: -2px }
  a:hover { background: light-dark(#f6f4ef, #262630) }
  a[aria-selected] { background: light-dark(#e8f0fe, #2b3550); outline-color: light-dark(#0b57d0, #8ab4f8) }
  .title { display: block; font-weight: 600 }
  .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden;
    font-size: 14px; line-height: 20px; color: light-dark(#4a464f, #c4c0ca) }
  mark { background: light-dark(#fff0a8, #5a4a0c); color: inherit; border-radius: 2px }
`;

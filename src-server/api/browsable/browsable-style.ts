/** The style of browsable pages; its hash is part of their Content-Security-Policy, so each byte counts. */
export const BROWSABLE_STYLE = `
:root { color-scheme: light dark; --surface: light-dark(#FBF9F5, #191922); --inset: light-dark(#F3F0EA, #14141C);
  --background: light-dark(#E8E4DC, #0E0E14); --border: light-dark(#E6E2D9, #2A2A36); --text: light-dark(#1F1D22, #EFECE6);
  --text-2: light-dark(#514D52, #BBB8BA); --link: light-dark(#8E1B6B, #F2A3D3); --accent-marker: light-dark(#A3207B, #E05FB2); }
body { margin: 0; background: var(--surface); color: var(--text); font: 13px/20px system-ui, sans-serif; }
header { background: var(--background); padding: 10px 20px; display: flex; gap: 12px; color: var(--text-2); }
header b { color: var(--text); font-family: Georgia, serif; }
main { max-width: 1000px; padding: 20px; }
h1 { font: 600 21px/28px Georgia, serif; margin: 0 0 4px; }
p { margin: 0 0 16px; color: var(--text-2); }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--accent-marker); outline-offset: 1px; }
pre { background: var(--inset); border: 1px solid var(--border); border-radius: 8px; padding: 12px; overflow-x: auto;
  font: 12.5px/19px ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0 0 20px; }
td, th { text-align: left; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--border); vertical-align: top; }
th { font-weight: 500; color: var(--text-2); }
code { font: 12.5px ui-monospace, monospace; }
`;

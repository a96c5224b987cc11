import { useMediaQuery } from '@mantine/hooks';
import { create } from 'zustand';

/** Below this width the window leaves things out, in pixels of its style sheets. */
const NARROW = 1000;
/** A length in a media query, all of which are about the width. */
const LENGTH = /([\d.]+)px/g;

/** Holds by how much the window is enlarged: 1, 1.25 or 1.5. */
export const useWindowZoom = create<{ readonly zoom: number }>()(() => ({ zoom: 1 }));

/** Tells whether the window is narrow, as the style sheets mean it. */
export function useNarrow(): boolean {
  const zoom = useWindowZoom((state) => state.zoom);
  return (
    useMediaQuery(`(max-width: ${NARROW * zoom}px)`, undefined, { getInitialValueInEffect: false }) ?? false
  );
}

/** What each media rule asked for before the window was enlarged. */
const originals = new WeakMap<CSSMediaRule, string>();

/**
 * Enlarges everything in the window. Media queries know nothing of that, so those about the width are scaled as well,
 * and those of style sheets that come later too. Returns the function that ends this.
 */
export function enlargeWindow(zoom: number): () => void {
  apply(zoom);
  const scaleAll = () => scaleMediaRules(zoom);
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLLinkElement) node.addEventListener('load', scaleAll);
    scaleAll();
  });
  observer.observe(document.head, { childList: true });
  return () => {
    observer.disconnect();
    apply(1);
  };
}

function apply(zoom: number): void {
  const { documentElement: root } = document;
  root.style.setProperty('zoom', zoom === 1 ? null : String(zoom));
  root.style.setProperty('--zoom', zoom === 1 ? null : String(zoom));
  root.toggleAttribute('data-zoomed', zoom !== 1);
  scaleMediaRules(zoom);
  useWindowZoom.setState({ zoom });
}

function scaleMediaRules(zoom: number): void {
  for (const sheet of document.styleSheets) scaleRules(sheet.cssRules, zoom);
}

function scaleRules(rules: CSSRuleList, zoom: number): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) scaleRule(rule, zoom);
    if (rule instanceof CSSGroupingRule) scaleRules(rule.cssRules, zoom);
  }
}

function scaleRule(rule: CSSMediaRule, zoom: number): void {
  const original = originals.get(rule) ?? rule.media.mediaText;
  const scaled = original.replace(LENGTH, (_, length) => `${Number(length) * zoom}px`);
  if (scaled === rule.media.mediaText) return;
  originals.set(rule, original);
  rule.media.mediaText = scaled;
}

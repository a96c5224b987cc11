/**
 * The script on the pages of a preview: reloads a page that is out of date where it was scrolled, and shows what the last
 * build says is wrong. Everything from the build is set as text. It opens no editor: other scripts of the page could do
 * all that it can, so a click leads to the window, where the person decides.
 */
export const PREVIEW_SCRIPT = `'use strict';
(() => {
  const script = document.currentScript;
  const revision = Number(script.dataset.revision);
  const key = 'lectern-preview-scroll';
  script.remove();
  if (window.top !== window) return;
  const store = (value) => { try { sessionStorage.setItem(key, value); } catch {} };
  const take = () => {
    try {
      const value = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      return JSON.parse(value);
    } catch { return null; }
  };
  const pathOf = (element) => {
    const parts = [];
    for (let at = element; at && at !== document.documentElement; at = at.parentElement)
      parts.unshift(Array.prototype.indexOf.call(at.parentElement.children, at));
    return parts;
  };
  const elementAt = (path) => path.reduce((at, index) => at && at.children[index], document.documentElement);
  const reload = () => {
    const boxes = [...document.querySelectorAll('body *')]
      .filter((each) => each.scrollTop > 0 && !each.shadowRoot)
      .slice(0, 20)
      .map((each) => [pathOf(each), each.scrollTop]);
    store(JSON.stringify({ at: location.pathname, x: scrollX, y: scrollY, boxes }));
    location.reload();
  };
  const saved = take();
  if (saved && saved.at === location.pathname) {
    history.scrollRestoration = 'manual';
    const restore = () => {
      for (const [path, top] of saved.boxes) {
        const element = elementAt(path);
        if (element) element.scrollTop = top;
      }
      scrollTo({ left: saved.x, top: saved.y, behavior: 'instant' });
    };
    document.addEventListener('DOMContentLoaded', restore, { once: true });
    addEventListener('load', () => { restore(); history.scrollRestoration = 'auto'; }, { once: true });
  }

  const style = new CSSStyleSheet();
  style.replaceSync(\`:host { all: initial; position: fixed; z-index: 2147483647; inset: auto 16px 16px 16px;
      display: block; max-width: 900px; margin: auto; color-scheme: light dark;
      font: 14px/20px system-ui, sans-serif; color: light-dark(#1F1D22, #EFECE6) }
    [hidden] { display: none !important }
    section { background: light-dark(#FBF9F5, #191922); border: 1px solid light-dark(#E6E2D9, #2A2A36);
      border-top: 3px solid #C0362C; border-radius: 6px; box-shadow: 0 8px 32px #0005; padding: 12px 16px;
      max-height: 60vh; overflow: auto }
    section.warning { border-top-color: #B7791F }
    header { display: flex; gap: 12px; align-items: baseline; justify-content: space-between }
    h2 { font: 600 15px/22px system-ui, sans-serif; margin: 0 }
    ol { list-style: none; margin: 8px 0 0; padding: 0 } li { margin: 0 0 8px }
    li.error, li.warning { border-left: 2px solid #C0362C; padding-left: 10px } li.warning { border-color: #B7791F }
    li b { margin-right: 8px; font-weight: 600 }
    a { color: light-dark(#8E1B6B, #F2A3D3) } li.error a, li.warning a, code { font: 13px ui-monospace, monospace }
    p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
    button { font: inherit; color: inherit; background: none; border: 1px solid currentColor; border-radius: 4px;
      padding: 1px 10px; cursor: pointer }
    button.bar { display: block; margin-left: auto; background: light-dark(#FBF9F5, #191922) }\`);
  const element = (name, text, props) => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    return Object.assign(made, props);
  };
  const MAX_WARNINGS = 20;
  const isWarning = ({ severity }) => severity === 'warning';
  let host;
  let hiddenText = '';
  const show = (title, all, error, isOpen) => {
    if (host) host.remove();
    host = undefined;
    if (!title) return;
    host = element('lectern-preview');
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style];
    const box = element('section', '', { role: 'alert', className: isOpen ? '' : 'warning' });
    box.setAttribute('aria-label', title);
    const text = title + JSON.stringify(all) + error;
    const bar = element('button', title, { className: 'bar', type: 'button' });
    const header = element('header');
    const hide = element('button', 'Hide', { type: 'button' });
    const set = (open) => { box.hidden = !open; bar.hidden = open; hiddenText = open ? '' : text; };
    hide.onclick = () => set(false);
    bar.onclick = () => set(true);
    header.append(element('h2', title), hide);
    const list = element('ol');
    const left = all.filter(isWarning).slice(MAX_WARNINGS);
    for (const problem of all.filter((each) => !left.includes(each))) {
      const { href, file, line, message } = problem;
      const item = element('li', '', { className: problem.severity });
      item.append(element('b', isWarning(problem) ? 'Warning' : 'Error'));
      if (file) {
        const place = line === null ? file : file + ':' + line;
        if (href) item.append(element('a', place, { href, target: '_blank', rel: 'noreferrer' }));
        else item.append(element('code', place));
      }
      item.append(element('p', message));
      list.append(item);
    }
    if (left.length > 0) {
      const item = element('li', 'and ' + left.length + ' more, ');
      const place = 'in the window of Lectern';
      const { href } = left[0];
      item.append(href ? element('a', place, { href, target: '_blank', rel: 'noreferrer' }) : place);
      list.append(item);
    }
    box.append(header, list);
    if (error) box.append(element('p', error));
    root.append(box, bar);
    set(isOpen && hiddenText !== text);
    (document.body || document.documentElement).append(host);
  };
  const counted = (count, word) => (count === 0 ? [] : [count + ' ' + word + (count === 1 ? '' : 's')]);
  const countsOf = (problems) => {
    const count = problems.filter(isWarning).length;
    return [...counted(problems.length - count, 'error'), ...counted(count, 'warning')].join(', ');
  };
  let last;
  const render = () => {
    if (!last || !document.body) return;
    const { state, problems, error } = last;
    if (state === 'building' && host) return;
    const hasErrors = problems.some((each) => !isWarning(each));
    if (state === 'gone') return show('This folder is gone', [], error, true);
    if (state === 'failed') {
      const title = ['The build failed', countsOf(problems)].filter(Boolean).join(': ');
      const rest = problems.length === 0 && !error ? 'Its output is in the window of Lectern.' : error;
      return show(title, problems, problems.some(({ message }) => message === error) ? '' : rest, true);
    }
    if (problems.length === 0) return show('');
    show(countsOf(problems), problems, '', hasErrors);
  };
  let source;
  const listen = () => {
    if (source || document.visibilityState === 'hidden') return;
    source = new EventSource('/_/preview/events');
    source.onmessage = ({ data }) => {
      last = JSON.parse(data);
      if (last.revision > revision) return reload();
      render();
    };
    source.addEventListener('end', () => {
      source.close();
      show('This preview has ended', [], 'Start it again in Lectern, then reload this page.', true);
    });
  };
  // A browser opens few connections to a host: pages in the background wait until they are looked at.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return listen();
    if (source) source.close();
    source = undefined;
  });
  document.addEventListener('DOMContentLoaded', render);
  addEventListener('pagehide', () => { if (source) source.close(); source = undefined; });
  addEventListener('pageshow', ({ persisted }) => { if (persisted) listen(); });
  listen();
})();
`;

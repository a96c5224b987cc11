import { SEARCH_STYLE } from './search-style.ts';

/**
 * The part of a page's script that searches: `offerSearch` lets a theme open and close a dialog by today's events
 * `readthedocs-search-show` and `readthedocs-search-hide`. All that comes from pages is set as text (safety S14).
 */
export const SEARCH_DIALOG = `
  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const CHARACTERS = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  const plain = (escaped) => escaped.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => CHARACTERS[name]);
  // Matches are in <span>; all other text of a highlight is escaped.
  const marked = ([highlight], text) =>
    highlight === undefined
      ? [text]
      : highlight.split(/<span>(.*?)<\\/span>/s).map((piece, at) =>
          at % 2 === 1 ? element('mark', {}, plain(piece)) : plain(piece));

  const makeSearch = (filter) => {
    const input = element('input', {
      type: 'search', placeholder: 'Search', 'aria-label': 'Search this documentation', autocomplete: 'off',
      spellcheck: 'false', role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': 'results',
      'aria-expanded': 'false',
    });
    const hide = element('button', { type: 'button' }, 'Close');
    const status = element('p', { role: 'status' });
    const list = element('div', { id: 'results', role: 'listbox', 'aria-label': 'Results' });
    const dialog = element('dialog', { 'aria-label': 'Search' }, element('div', { class: 'box' }, input, hide), status, list);
    const host = element('lectern-search', { lang: 'en', dir: 'ltr' });
    const root = host.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(${JSON.stringify(SEARCH_STYLE)});
    root.adoptedStyleSheets = [style];
    root.append(dialog);

    let options = [];
    let active = -1;
    let request;
    let timer;
    let opensFirst = false;
    let isClosing = false;

    const activate = (at) => {
      if (options[active]) options[active].removeAttribute('aria-selected');
      active = at;
      const option = options[at];
      if (!option) return input.removeAttribute('aria-activedescendant');
      option.setAttribute('aria-selected', 'true');
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    };
    const show = (found, message) => {
      options = found;
      list.replaceChildren(...found);
      list.hidden = found.length === 0;
      list.scrollTop = 0;
      input.setAttribute('aria-expanded', String(found.length > 0));
      status.textContent = message;
      activate(found.length > 0 ? 0 : -1);
      if (opensFirst && found.length > 0) found[0].click();
      opensFirst = false;
    };
    const optionOf = (page, block, at) => {
      const address = new URL(page.path, location.href);
      if (block && block.id) address.hash = block.id;
      const title = element('span', { class: 'title' }, ...marked(page.highlights.title, page.title));
      const option = element('a', { role: 'option', id: 'result-' + at, href: address.href, tabindex: '-1' }, title);
      if (!block) return option;
      if (block.title && block.title !== page.title)
        title.append(' \\u203a ', ...marked(block.highlights.title, block.title));
      const text = marked(block.highlights.content, block.content.slice(0, 160));
      option.append(element('span', { class: 'text' }, ...text));
      return option;
    };
    const showAnswer = ({ count, results }, words) => {
      const found = [];
      for (const page of results)
        for (const block of page.blocks.length > 0 ? page.blocks : [null])
          found.push(optionOf(page, block, found.length));
      const shown = results.length < count ? ', the first ' + results.length + ' are shown' : '';
      const message = count === 0 ? 'No page has \\u201c' + words + '\\u201d. Try other words.'
        : count === 1 ? '1 page' : count + ' pages' + shown;
      show(found, message);
    };
    const search = async () => {
      clearTimeout(timer);
      timer = undefined;
      if (request) request.abort();
      const words = input.value.trim();
      if (words === '') {
        request = undefined;
        opensFirst = false;
        return show([], 'Type what to look for.');
      }
      const own = new AbortController();
      request = own;
      try {
        // A phrase that is still being typed ends where it is.
        const end = words.split('"').length % 2 === 0 ? '"' : '';
        const asked = new URLSearchParams({ q: filter + ' ' + words + end });
        const answer = await fetch('/_/api/v3/search/?' + asked, { signal: own.signal });
        const body = await answer.json();
        if (request !== own) return;
        request = undefined;
        if (answer.ok) return showAnswer(body, words);
        if (answer.status !== 400) throw new Error(String(answer.status));
        opensFirst = false;
        show([], Object.values(body).flat().join(' '));
      } catch {
        if (own.signal.aborted) return;
        request = undefined;
        opensFirst = false;
        show([], 'The search did not answer. Check that Lectern is running, then try again.');
      }
    };
    // The browser gives the focus back, which is no wish to search again. A box that keeps it would open this again
    // whenever its window comes to the front.
    const close = () => {
      if (!dialog.open) return;
      isClosing = true;
      dialog.close();
      isClosing = false;
      const focused = document.activeElement;
      if (focused && focused.matches('input, textarea')) focused.blur();
    };
    const open = () => {
      if (isClosing || dialog.open) return;
      if (!host.isConnected) document.body.append(host);
      if (options.length === 0) show([], 'Type what to look for.');
      dialog.showModal();
      input.focus();
      input.select();
    };

    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(search, 120);
    });
    input.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      const count = options.length;
      if (event.key === 'ArrowDown' && count > 0) activate((active + 1) % count);
      else if (event.key === 'ArrowUp' && count > 0) activate((active - 1 + count) % count);
      else if (event.key === 'Enter') {
        if (timer === undefined && request === undefined && options[active]) options[active].click();
        else if (input.value.trim() !== '') {
          opensFirst = true;
          if (timer !== undefined || request === undefined) search();
        }
      } else return;
      event.preventDefault();
    });
    // Keys are no shortcuts of the theme while this is open.
    for (const type of ['keydown', 'keypress', 'keyup'])
      dialog.addEventListener(type, (event) => event.stopPropagation());
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      close();
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    dialog.addEventListener('pointerdown', (event) => {
      if (event.target === dialog) close();
    });
    hide.addEventListener('click', close);
    list.addEventListener('click', (event) => {
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (event.target.closest('a') && !opensElsewhere) close();
    });
    return { open, close };
  };

  const offerSearch = (filter) => {
    let search;
    document.addEventListener('readthedocs-search-show', () => {
      search ??= makeSearch(filter);
      search.open();
    });
    document.addEventListener('readthedocs-search-hide', () => search && search.close());
  };
`;

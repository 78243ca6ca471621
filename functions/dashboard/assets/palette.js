/** The search page in a dialog: a combobox, and a list box whose options are the page's links (D90). */
function startPalette(palette) {
  const [field, list, says] = ['input', '#palette-list', '#palette-says'].map((one) =>
    palette.querySelector(one),
  );
  const isMac = /^(Mac|iP)/.test(navigator.platform);
  /** A pause in typing, so that a word takes one request. */
  const pause_ms = 200;
  /** Results since the palette opened, cached by query text. */
  const answers = new Map();
  let timer = 0;
  let request = new AbortController();
  let answered = Promise.resolve();

  const options = () => [...list.querySelectorAll('a')];
  const chosen = () => list.querySelector('[aria-selected="true"]');

  function choose(option) {
    for (const one of options()) one.setAttribute('aria-selected', String(one === option));
    field.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({ block: 'nearest' });
  }

  const parsed = (html) => new DOMParser().parseFromString(html, 'text/html');

  function show(html) {
    const page = parsed(html);
    const found = page.querySelector('main .results');
    // The session has ended.
    if (!found) return location.assign('/sign-in');
    for (const part of found.querySelectorAll('section')) part.setAttribute('role', 'group');
    for (const part of found.querySelectorAll('h2, ul, li')) part.setAttribute('role', 'none');
    for (const [at, option] of found.querySelectorAll('a').entries()) {
      option.setAttribute('role', 'option');
      option.id = `palette-${at}`;
      option.tabIndex = -1;
    }
    const before = chosen()?.href;
    list.replaceChildren(...found.children);
    says.replaceChildren(...page.querySelector('#says').childNodes);
    list.dispatchEvent(new Event('htmx:after:swap', { bubbles: true }));
    choose(options().find(({ href }) => href === before) ?? options()[0]);
  }

  function say(text) {
    says.replaceChildren(Object.assign(document.createElement('p'), { textContent: text }));
    choose(null);
  }

  function faultOf(status, html) {
    if (status === 429) return 'Too many searches at once. Wait a moment, then press Enter.';
    return parsed(html).querySelector('[role="alert"] p')?.textContent ?? 'The search failed.';
  }

  async function ask(q, signal) {
    try {
      const answer = await fetch(`/search?${new URLSearchParams({ list: '1', q })}`, { signal });
      const html = await answer.text();
      if (answer.ok) {
        answers.set(q, html);
        return show(html);
      }
      say(faultOf(answer.status, html));
    } catch {
      if (!signal.aborted) say('No response. Press Enter to try again.');
    }
  }

  /** Drops the request for an older text. */
  function stop() {
    clearTimeout(timer);
    timer = 0;
    request.abort();
    request = new AbortController();
  }

  function askNow() {
    stop();
    answered = ask(field.value, request.signal);
  }

  function askSoon() {
    stop();
    const { value } = field;
    if (answers.has(value)) return show(answers.get(value));
    if (value.trim().length !== 1) {
      timer = setTimeout(askNow, pause_ms);
      return;
    }
    list.replaceChildren();
    say('Type at least 2 characters.');
  }

  function open() {
    field.value = '';
    palette.showModal();
    askNow();
  }

  /** Opens the chosen result of what is typed, which may not have arrived yet. Without one, the search page. */
  async function go(isElsewhere) {
    if (timer) askNow();
    await answered;
    const to = chosen()?.href ?? `/search?${new URLSearchParams({ q: field.value })}`;
    if (isElsewhere) return window.open(to);
    palette.close();
    location.assign(to);
  }

  function move(steps) {
    const all = options();
    const at = all.indexOf(chosen());
    if (all.length > 0) choose(all.at((at + steps + all.length) % all.length));
  }

  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: ({ ctrlKey, metaKey }) => go(ctrlKey || metaKey),
  };

  field.addEventListener('input', askSoon);
  field.addEventListener('keydown', (event) => {
    // Enter that ends a composed character is a part of the text.
    if (!Object.hasOwn(keys, event.key) || event.isComposing) return;
    event.preventDefault();
    keys[event.key](event);
  });
  list.addEventListener('mousemove', ({ target }) => {
    const option = target.closest('a');
    if (option && option !== chosen()) choose(option);
  });
  palette.addEventListener('click', ({ target }) => target === palette && palette.close());
  palette.addEventListener('close', () => {
    stop();
    answers.clear();
    list.replaceChildren();
  });
  const inHeader = document.getElementById('q');
  inHeader.addEventListener('click', open);
  const hint = Object.assign(document.createElement('kbd'), { textContent: isMac ? '⌘ K' : 'Ctrl K' });
  hint.ariaHidden = 'true';
  inHeader.after(hint);
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, shiftKey } = event;
    const [command, other] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    const isShort = key === '/' && !isTyping && !command && !shiftKey;
    const isLong = key.toLowerCase() === 'k' && command && !shiftKey;
    if (altKey || other || !(isShort || isLong)) return;
    event.preventDefault();
    if (palette.open) palette.close();
    else if (!document.querySelector('dialog[open]')) open();
  });
}

const palette = document.getElementById('palette');
if (palette) startPalette(palette);

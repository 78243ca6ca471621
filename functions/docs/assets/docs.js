// Pages, tabs, and the search, on its own page, work without this file (D53).

const form = document.querySelector('form[data-search]');
const field = document.getElementById('q');
const box = form.querySelector('.found');
let loading;

function find() {
  loading ??= import(form.dataset.search).then(({ load }) => load(form.dataset.index));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

const element = (name, ...children) => {
  const made = document.createElement(name);
  made.append(...children);
  return made;
};

/** Parts of a text as nodes. Those at odd positions matched. */
const marked = (parts) => parts.map((part, i) => (i % 2 === 1 ? element('mark', part) : part));

function link({ id, title, page, about }) {
  const anchor = element('a', ...(title.join('') === page ? [] : [element('small', page)]));
  anchor.href = id;
  anchor.append(element('b', ...marked(title)), element('span', ...marked(about)));
  return element('li', anchor);
}

async function show() {
  const words = field.value.trim();
  const search = await find();
  if (words !== field.value.trim()) return;
  const found = words.length < 2 ? [] : search(words).slice(0, 8);
  box.querySelector('ul').replaceChildren(...found.map(link));
  const count = found.length === 1 ? '1 result' : `${found.length} results`;
  box.querySelector('p').textContent = found.length === 0 ? `No results for “${words}”` : count;
  box.classList.toggle('empty', found.length === 0);
  box.hidden = words.length < 2;
}

/** Arrow keys move through the results, and from the first back to the field. */
function move(event) {
  const stops = [field, ...box.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  const to = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || box.hidden) return;
  event.preventDefault();
  to?.focus();
}

field.addEventListener('focus', find, { once: true });
field.addEventListener('input', show);
form.addEventListener('keydown', (event) => {
  if (/^Arrow(Down|Up)$/.test(event.key)) move(event);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !box.hidden) {
    box.hidden = true;
    field.focus();
  }
  const isTyping = /^(TEXTAREA|SELECT)$|^INPUT$/.test(event.target.tagName) && event.target.type !== 'radio';
  const isShortcut = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey);
  if (!isPalette && (!isShortcut || isTyping)) return;
  event.preventDefault();
  field.focus();
  field.select();
});
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) box.hidden = true;
});

/** Shows for two seconds that something was copied. */
function copied(label) {
  const before = label.textContent;
  label.textContent = 'Copied';
  setTimeout(() => {
    label.textContent = before;
  }, 2000);
}

for (const block of document.querySelectorAll('.code')) {
  const label = element('span', 'Copy');
  const icon = element('i');
  icon.className = 'icon i-copy';
  icon.ariaHidden = 'true';
  const button = element('button', icon, label);
  button.type = 'button';
  button.className = 'copy';
  button.setAttribute('aria-label', 'Copy this example');
  button.addEventListener('click', async () => {
    const shown = [...block.querySelectorAll('pre')].find((one) => one.offsetParent !== null);
    await navigator.clipboard.writeText(shown.textContent);
    copied(label);
  });
  block.querySelector('.bar').append(button);
}

for (const button of document.querySelectorAll('button[data-source]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = await (await fetch(button.dataset.source)).text();
    await navigator.clipboard.writeText(text);
    copied(button.querySelector('span'));
  });
}

// The language of the tabs, remembered in this browser.
const remembered = 'docs-language';
const choose = (language) => {
  const fits = language === 'ts' ? ['ts', 'js'] : [language];
  for (const tab of document.querySelectorAll('.tabs input'))
    if (fits.includes(tab.value)) tab.checked = true;
};
try {
  const language = localStorage.getItem(remembered);
  if (language) choose(language);
} catch {
  // Storage is off: nothing is remembered.
}
document.addEventListener('change', ({ target }) => {
  if (!target.closest('.tabs')) return;
  const top = target.getBoundingClientRect().top;
  choose(target.value);
  // Blocks above may have changed their height. The chosen one stays where it is.
  scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
  try {
    localStorage.setItem(remembered, target.value);
  } catch {}
});

// The contents mark the section at the top of the window.
const links = [...document.querySelectorAll('nav .sections a')];
const sections = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
function mark() {
  const line = innerHeight * 0.25;
  const above = sections.findLastIndex((one) => one.getBoundingClientRect().top < line);
  const isEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const at = isEnd ? links.length - 1 : Math.max(above, 0);
  for (const [i, one] of links.entries())
    if (i === at) one.setAttribute('aria-current', 'true');
    else one.removeAttribute('aria-current');
  const list = links[at].closest('nav');
  const { top, bottom } = links[at].getBoundingClientRect();
  if (top < 80 || bottom > innerHeight - 20) list.scrollBy(0, top - innerHeight / 2);
}
if (links.length > 0) {
  let waiting = false;
  document.addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
const here = document.querySelector('#menu a[aria-current="page"]');
if (here && matchMedia('(min-width: 64.01rem)').matches) {
  const { top } = here.getBoundingClientRect();
  if (top > innerHeight - 80) here.closest('nav').scrollTop = top - innerHeight / 2;
}

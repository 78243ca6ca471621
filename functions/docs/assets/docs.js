// Pages and the search, on its own page, work without this file (D53).

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

function link({ id, title, page, about }) {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.href = id;
  anchor.textContent = title === page ? page : `${page}: ${title}`;
  const text = document.createElement('span');
  text.textContent = about;
  item.append(anchor, text);
  return item;
}

async function show() {
  const words = field.value.trim();
  const search = await find();
  if (words !== field.value.trim()) return;
  const found = words.length < 2 ? [] : search(words).slice(0, 8);
  box.querySelector('ul').replaceChildren(...found.map(link));
  box.querySelector('p').textContent = found.length === 1 ? '1 result' : `${found.length} results`;
  box.hidden = words.length < 2;
}

field.addEventListener('focus', find, { once: true });
field.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !box.hidden) {
    box.hidden = true;
    field.focus();
  }
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) box.hidden = true;
});

for (const block of document.querySelectorAll('pre > code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy this example');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
  });
  block.parentElement.after(button);
}

// Reading and every form work without this file (D37).

const units = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
];

/** How long before or after now that is, in words; nothing from a week on. */
function fromNow(at) {
  let distance = (at - Date.now()) / 1000;
  for (const [unit, most] of units) {
    if (Math.abs(distance) < most)
      return new Intl.RelativeTimeFormat(undefined, { style: 'short' }).format(Math.trunc(distance), unit);
    distance /= most;
  }
  return '';
}

/** Local times and how long ago that is; UTC stays in the title (D40). */
function showLocalTimes(root) {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' };
  const thisYear = new Intl.DateTimeFormat(undefined, parts);
  const otherYear = new Intl.DateTimeFormat(undefined, { year: 'numeric', ...parts });
  const year = new Date().getFullYear();
  for (const time of root.querySelectorAll('time[datetime]:not([title])')) {
    const at = new Date(time.dateTime);
    const format = at.getFullYear() === year ? thisYear : otherYear;
    const shown = [format.format(at), fromNow(at.getTime())].filter(Boolean);
    time.title = time.dateTime;
    time.replaceChildren(
      ...shown.map((part) => Object.assign(document.createElement('span'), { textContent: part })),
    );
  }
}

/** A button next to each value that is often copied (D28). */
function addCopyButtons(root) {
  for (const value of root.querySelectorAll('[data-copy]:not([data-ready])')) {
    value.dataset.ready = 'true';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet copy';
    const icon = document.createElement('i');
    icon.className = 'icon i-copy';
    button.append(icon);
    button.title = 'Copy';
    button.setAttribute('aria-label', `Copy ${value.dataset.copy}`);
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(value.value ?? value.textContent);
      icon.className = 'icon i-check';
      document.getElementById('news').textContent = 'Copied';
    });
    value.after(button);
  }
}

/** A page that asks first is shown over this one; where it cannot be, the link leads to it (D32). */
async function askHere(event) {
  const link = event.target.closest('a[data-asks], dialog a[data-back]');
  const isOther = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || isOther) return;
  event.preventDefault();
  const dialog = document.getElementById('asked');
  if ('back' in link.dataset) return dialog.close();
  await htmx.ajax('GET', link.href, { target: dialog, select: '#main > *', swap: 'innerHTML' });
  const title = dialog.querySelector('h1');
  if (!title) return location.assign(link.href);
  dialog.setAttribute('aria-label', title.textContent);
  dialog.showModal();
}

/** Times in fields are of the reader's zone; they are sent in UTC, as they are without this file. */
const pad = (n) => String(n).padStart(2, '0');
function showLocalFields(root) {
  for (const field of root.querySelectorAll('input[data-utc]')) {
    const at = new Date(`${field.value}Z`);
    const hint = document.getElementById(`${field.id}-hint`);
    if (hint) hint.textContent = hint.textContent.replace('UTC', 'Your time zone');
    if (Number.isNaN(at.getTime())) continue;
    const date = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
    field.value = `${date}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')}`;
  }
}
function sendUtc({ target, formData }) {
  for (const { name, value } of target.querySelectorAll('input[data-utc]'))
    if (value) formData.set(name, new Date(value).toISOString());
}

/** What opens below a button closes by Escape, and by a click elsewhere. */
function closeOpened({ type, key, target }) {
  if (type === 'keydown' && key !== 'Escape') return;
  for (const opened of document.querySelectorAll(':is(.account, .more)[open]')) {
    if (type === 'click' && opened.contains(target)) continue;
    if (opened.contains(document.activeElement)) opened.querySelector('summary').focus();
    opened.open = false;
  }
}

function focusSearch(event) {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.getElementById('q');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Parts that htmx refreshes: while they are seen, until they are final, and only so often (D41). */
function holdRequest(event) {
  const part = event.target.closest('[data-most]');
  if (!part) return;
  const left = Number(part.dataset.most);
  const isOver = left <= 0 || part.querySelector('[data-final]') !== null;
  if (isOver || document.visibilityState !== 'visible') return event.preventDefault();
  part.dataset.most = String(left - 1);
}

/** What is being asked for keeps its old content and is busy (D30). */
function markBusy({ type, detail }) {
  const { target } = detail.ctx;
  if (type === 'htmx:before:request') target?.setAttribute('aria-busy', 'true');
  else target?.removeAttribute('aria-busy');
}

/** What is new is said in one line, which a screen reader speaks; a part that is the same says nothing (D41). */
function announce(part) {
  const news = part.querySelector('[data-news]')?.dataset.news ?? '';
  if (news !== part.dataset.said) document.getElementById('news').textContent = news;
  part.dataset.said = news;
}

/** The fault of a form, else the name of the page (D43). */
function focusStart(place) {
  (place.querySelector('[role="alert"][tabindex]') ?? document.querySelector('h1')).focus();
}

/** The html of each live part as it came, without what this script adds. */
const received = new WeakMap();

/** A live part whose answer is the same, or an error, stays as it is. One that is replaced leaves its focus to the h1 (D43). */
function holdSwap(event) {
  const part = event.target.closest('[data-most]');
  if (!part) return;
  const now = event.detail.tasks[0].fragment.firstElementChild?.outerHTML;
  if (now === undefined || now === received.get(part)) return event.preventDefault();
  received.set(part, now);
  if (part.contains(document.activeElement)) focusStart(part);
}

function afterSwap({ target }) {
  showLocalTimes(target);
  addCopyButtons(target);
  const part = target.closest('[data-most]');
  if (part) announce(part);
  if (target.id === 'main') focusStart(target);
}

/** The keys of an import stay in this page alone, as long as it is open: each request to their provider takes them along (M13). */
const keys = new Map();
function carryKeys(event) {
  if (!event.target.closest('[data-keys]')) return;
  const { body } = event.detail.ctx.request;
  for (const name of ['api_key', 'account_api_key']) {
    const key = `${body.get('provider')} ${name}`;
    if (body.get(name)) keys.set(key, body.get(name));
    else if (keys.has(key)) body.set(name, keys.get(key));
  }
  if (!body.get('api_key')) event.preventDefault();
}

/** What is wrong with a request of an import is shown in its form, which stays, so that it can be sent again. */
function showFault(form, parts) {
  const textContent = 'No response. Submit the form again to continue.';
  const fault = Object.assign(document.createElement('p'), {
    className: 'fault',
    role: 'alert',
    textContent,
  });
  form.querySelector('[data-fault]').replaceChildren(...(parts.length > 0 ? parts : [fault]));
}

/** A page without the place of secrets that are shown only once, as an error is, is shown in the form: the secrets stay (M23). */
function keepSecrets(event) {
  const form = event.target.closest('[data-keys]');
  const { fragment } = event.detail.tasks[0];
  if (!form || fragment.querySelector('#kept')) return;
  event.preventDefault();
  showFault(form, fragment.querySelectorAll('#main > :not(.head)'));
}

function showFailure({ target }) {
  const form = target.closest('[data-keys]');
  if (form) showFault(form, []);
}

for (const part of document.querySelectorAll('[data-most]')) {
  const now = part.querySelector('#now');
  part.dataset.said = now.dataset.news;
  received.set(part, now.outerHTML);
}
showLocalTimes(document);
showLocalFields(document);
addCopyButtons(document);
document.addEventListener('formdata', sendUtc);
document.addEventListener('keydown', closeOpened);
document.addEventListener('click', closeOpened);
document.addEventListener('htmx:config:request', carryKeys);
document.addEventListener('htmx:before:request', holdRequest);
document.addEventListener('htmx:before:request', markBusy);
document.addEventListener('htmx:finally:request', markBusy);
document.addEventListener('htmx:before:swap', holdSwap);
document.addEventListener('htmx:before:swap', keepSecrets);
document.addEventListener('htmx:after:swap', afterSwap);
document.addEventListener('htmx:error', showFailure);
document.addEventListener('keydown', focusSearch);
document.addEventListener('click', askHere);
document.getElementById('asked').addEventListener('close', ({ target }) => target.replaceChildren());
if (document.querySelector('[role="alert"][tabindex]')) focusStart(document);

// Pages and forms work without this file (D37).

const units = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
];

/** The time from now in words, past or future. Empty beyond a week. */
function fromNow(at) {
  let distance = (at - Date.now()) / 1000;
  for (const [unit, most] of units) {
    if (Math.abs(distance) < most)
      return new Intl.RelativeTimeFormat(undefined, { style: 'short' }).format(Math.trunc(distance), unit);
    distance /= most;
  }
  return '';
}

/** The account menu's switch (D85). */
const isUtc = document.documentElement.dataset.times === 'utc';

/** Shows times, local or in UTC, and their distance from now. The title keeps UTC (D40). */
function showTimes(root) {
  const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' };
  if (isUtc) Object.assign(parts, { timeZone: 'UTC', timeZoneName: 'short', hourCycle: 'h23' });
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

/** An element's text, with the real characters in place of names such as U+200B (D36). */
function exactText(element) {
  const copy = element.cloneNode(true);
  for (const mark of copy.querySelectorAll('mark')) {
    const [, code] = /^U\+([0-9A-F]{4,6})$/.exec(mark.textContent) ?? [];
    if (code) mark.replaceWith(String.fromCodePoint(Number.parseInt(code, 16)));
  }
  return copy.textContent;
}

/** Adds a button next to each value that people often copy (D28). */
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
      // A folded value shows its beginning, too.
      await navigator.clipboard.writeText(value.value ?? exactText(value.querySelector('.full') ?? value));
      icon.className = 'icon i-check';
      document.getElementById('news').textContent = 'Copied';
    });
    value.after(button);
  }
}

/** Whether a click opens a new tab or window. */
const opensElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }) =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey;

/** A list row's link to its object. The styles mark rows that have one. */
const rowLink = 'td:nth-child(-n + 2) > a:not([href*="?"], [data-asks])';

/** Opens a row's object, like a click on its link. Ignores clicks that end a text selection. */
function openRow(event) {
  const { target } = event;
  const link = target.closest('.list tr')?.querySelector(rowLink);
  if (!link || target.closest('a, button, input, select, label, summary') || String(getSelection())) return;
  link.dispatchEvent(new MouseEvent('click', event));
}

/** Shows a confirmation page as a dialog. If that fails, the link opens the page (D32). */
async function askHere(event) {
  const link = event.target.closest('a[data-asks], dialog a[data-back]');
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  const dialog = document.getElementById('asked');
  if ('back' in link.dataset) return dialog.close();
  await htmx.ajax('GET', link.href, { target: dialog, select: '#main > *', swap: 'innerHTML' });
  const title = dialog.querySelector('h1');
  if (!title) return location.assign(link.href);
  dialog.setAttribute('aria-label', title.textContent);
  dialog.showModal();
}

/** Shows a tab's panel in place. If that fails, the link opens the page. */
async function showTab(event) {
  const link = event.target.closest('.tabbed .tabs a');
  if (!link || opensElsewhere(event)) return;
  event.preventDefault();
  const part = link.closest('.tabbed');
  const { href, textContent } = link;
  await htmx.ajax('GET', href, { target: part, select: `#${part.id} > *`, swap: 'innerHTML' });
  const links = [...part.querySelectorAll('.tabs a')];
  if (links.length === 0 || links.includes(link)) return location.assign(href);
  history.replaceState(null, '', href);
  links.find((one) => one.textContent === textContent)?.focus();
}

/** Time fields show local time and are sent as UTC, as they are without this file, or when times are in UTC. */
const pad = (n) => String(n).padStart(2, '0');
function showLocalFields(root) {
  if (isUtc) return;
  for (const field of root.querySelectorAll('input[data-utc]')) {
    const at = new Date(`${field.defaultValue}Z`);
    const hint = document.getElementById(`${field.id}-hint`);
    if (hint) hint.textContent = hint.textContent.replace('UTC', 'Your time zone');
    // A browser that goes back restores what was shown or typed, which is local already.
    if (Number(new Date(field.value)) !== Number(new Date(field.defaultValue))) continue;
    if (Number.isNaN(at.getTime())) continue;
    const date = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-');
    field.value = `${date}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')}`;
  }
}
function sendUtc({ target, formData }) {
  if (isUtc) return;
  for (const { name, value } of target.querySelectorAll('input[data-utc]'))
    if (value) formData.set(name, new Date(value).toISOString());
}

/** Escape, or a click elsewhere, closes an open menu. */
function closeOpened({ type, key, target }) {
  if (type === 'keydown' && key !== 'Escape') return;
  for (const opened of document.querySelectorAll(':is(.account, .more)[open]')) {
    if (type === 'click' && opened.contains(target)) continue;
    if (opened.contains(document.activeElement)) opened.querySelector('summary').focus();
    opened.open = false;
  }
}

/**
 * Refreshes a live part only while the tab is visible, until it is final, and a limited number of times
 * (D41).
 */
function holdRequest(event) {
  const part = event.target.closest('[data-most]');
  if (!part) return;
  const left = Number(part.dataset.most);
  const isOver = left <= 0 || part.querySelector('[data-final]') !== null;
  if (isOver || document.visibilityState !== 'visible') return event.preventDefault();
  part.dataset.most = String(left - 1);
}

/** A part keeps its old content and is marked busy while its request runs (D30). */
function markBusy({ type, detail }) {
  const { target } = detail.ctx;
  if (type === 'htmx:before:request') target?.setAttribute('aria-busy', 'true');
  else target?.removeAttribute('aria-busy');
}

/** Announces a part's news to screen readers in one line, unless the news is unchanged (D41). */
function announce(part) {
  const news = part.querySelector('[data-news]')?.dataset.news ?? '';
  if (news !== part.dataset.said) document.getElementById('news').textContent = news;
  part.dataset.said = news;
}

/** Focuses the form's error, or else the page heading (D43). */
function focusStart(place) {
  (place.querySelector('[role="alert"][tabindex]') ?? document.querySelector('h1')).focus();
}

/** Each live part's html as received, without this script's additions. */
const received = new WeakMap();
function noteLive(root) {
  for (const part of root.querySelectorAll('[data-most]')) {
    if (received.has(part)) continue;
    const now = part.querySelector('#now');
    part.dataset.said = now.dataset.news;
    received.set(part, now.outerHTML);
  }
}

/**
 * Keeps a live part if the response is unchanged or an error. If the replaced part had the focus, the h1 gets
 * it (D43).
 */
function holdSwap(event) {
  const part = event.target.closest('[data-most]');
  if (!part) return;
  const now = event.detail.tasks[0].fragment.firstElementChild?.outerHTML;
  if (now === undefined || now === received.get(part)) return event.preventDefault();
  received.set(part, now);
  if (part.contains(document.activeElement)) focusStart(part);
}

function afterSwap({ target }) {
  noteLive(target);
  showTimes(target);
  showLocalFields(target);
  addCopyButtons(target);
  const part = target.closest('[data-most]');
  if (part) announce(part);
  if (target.id === 'main') focusStart(target);
  if (target.id === 'shown') followPreview(target);
}

/** An import's keys stay in this open page only. Each request to the provider includes them (M13). */
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

/** Shows a failed import request's error in its form, so the form can be sent again. */
function showFault(form, parts) {
  const textContent = 'No response. Submit the form again to continue.';
  const fault = Object.assign(document.createElement('p'), {
    className: 'fault',
    role: 'alert',
    textContent,
  });
  form.querySelector('[data-fault]').replaceChildren(...(parts.length > 0 ? parts : [fault]));
}

/**
 * Shows a response without a place for secrets, such as an error page, in the form. Secrets shown only once
 * stay visible (M23).
 */
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

/** Max characters previewed while typing. Larger drafts have a button (D39). */
const maxTyped = 400_000;

/** The form of a template, which its preview follows. */
const editor = document.getElementById('draft');

function holdPreview(event) {
  if (event.target.id !== 'shown') return;
  const size = [...editor.elements].reduce((sum, { value = '' }) => sum + value.length, 0);
  document.querySelector('.preview').classList.toggle('large', size > maxTyped);
  if (size > maxTyped) event.preventDefault();
}

let frames = 0;

/**
 * Loads the form's html into a new frame, and shows it when it is there. A new frame with a new name adds no
 * entry to the browser's history.
 */
function showFrame(mode) {
  document.querySelector(`iframe.${mode}.next`)?.remove();
  const [old, button] = [`iframe.${mode}`, `.again.${mode} button`].map((one) => document.querySelector(one));
  const next = Object.assign(old.cloneNode(), { name: `preview-${mode}-${++frames}` });
  next.removeAttribute('src');
  next.classList.add('next');
  old.after(next);
  next.addEventListener('load', () => {
    next.classList.remove('next');
    old.remove();
  });
  button.formTarget = next.name;
  editor.requestSubmit(button);
}

/** Which frames show an older draft. */
const isOld = { light: false, dark: false };
const chosenMode = () => document.querySelector('[name="preview-mode"]:checked').value;

function showChosen() {
  const mode = chosenMode();
  if (isOld[mode]) showFrame(mode);
  isOld[mode] = false;
}

/** After the preview's texts: the frame, and the fields of the variables if there are others now. */
function followPreview(target) {
  const values = target.querySelector('template[data-values]');
  if (!values) return;
  const [now, next] = [document.getElementById('variables'), values.content.firstElementChild];
  if (now.dataset.names !== next.dataset.names) now.replaceWith(next);
  Object.assign(isOld, { light: true, dark: true });
  showChosen();
}

/** Asks before leaving the page with unsaved edits in a `data-unsaved` form. */
function noteEdit({ type, target, submitter }) {
  const form = type === 'submit' ? target : target.form;
  if (!form?.dataset.unsaved || (submitter && 'previews' in submitter.dataset)) return;
  form.dataset.unsaved = String(type === 'input');
}
function holdEdits(event) {
  if (document.querySelector('[data-unsaved="true"]')) event.preventDefault();
}

if (editor) {
  document.addEventListener('change', ({ target }) => target.name === 'preview-mode' && showChosen());
  document.addEventListener('htmx:before:request', holdPreview);
}
noteLive(document);
showTimes(document);
showLocalFields(document);
addCopyButtons(document);
document.addEventListener('input', noteEdit);
document.addEventListener('submit', noteEdit);
addEventListener('beforeunload', holdEdits);
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
document.addEventListener('click', openRow);
document.addEventListener('click', askHere);
document.addEventListener('click', showTab);
document.getElementById('asked').addEventListener('close', ({ target }) => target.replaceChildren());
if (document.querySelector('[role="alert"][tabindex]')) focusStart(document);

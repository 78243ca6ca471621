// Reading and every form work without this file (D37).

/** Local times beside UTC (D40). */
function showLocalTimes(root) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of root.querySelectorAll('time[datetime]:not([title])')) {
    time.title = time.dateTime;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

/** A button next to each value that is often copied (D28). */
function addCopyButtons(root) {
  for (const value of root.querySelectorAll('[data-copy]:not([data-ready])')) {
    value.dataset.ready = 'true';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy ${value.dataset.copy}`);
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(value.value ?? value.textContent);
      button.textContent = 'Copied';
    });
    value.after(button);
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

/** What is new is said in one line, which a screen reader speaks; a part that is the same says nothing (D41). */
function announce(event) {
  const part = event.target.closest('[data-most]');
  if (!part) return;
  showLocalTimes(part);
  addCopyButtons(part);
  const news = part.querySelector('[data-news]')?.dataset.news ?? '';
  if (news !== part.dataset.said) document.getElementById('news').textContent = news;
  part.dataset.said = news;
}

/**
 * The requests of an import, one after another: the keys stay in this page alone, as long as it is open (M13). What a
 * request shows only once stays, too.
 */
function runSlices(event) {
  const form = event.target;
  if (!form.closest('[data-slices]')) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  const secrets = ['api_key', 'account_api_key'].map((name) => [name, fields.get(name) ?? '']);
  const kept = [];
  const send = async (action, body) => {
    const place = document.getElementById('main');
    place.setAttribute('aria-busy', 'true');
    const answer = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { 'hx-request': 'true' },
    });
    place.removeAttribute('aria-busy');
    if (answer.status === 401) return location.assign('/sign-in');
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    kept.push(...[...page.querySelectorAll('[data-keep]')].map((part) => part.cloneNode(true)));
    const next = page.querySelector('[data-continue]');
    place.replaceChildren(...page.getElementById('main').childNodes);
    if (kept.length > 0 && !next) place.querySelector('[data-keep]')?.remove();
    if (!next || kept.length > 0) place.prepend(...kept);
    showLocalTimes(place);
    addCopyButtons(place);
    place.focus();
    const more = place.querySelector('[data-continue] form');
    if (!more) return;
    const following = new FormData(more);
    for (const [name, value] of secrets) if (value !== '') following.set(name, value);
    setTimeout(() => send(more.action, following), Number(next.dataset.continue) * 1000);
  };
  send(form.action, fields);
}

showLocalTimes(document);
addCopyButtons(document);
for (const part of document.querySelectorAll('[data-most]'))
  part.dataset.said = part.querySelector('[data-news]')?.dataset.news ?? '';
document.addEventListener('htmx:before:request', holdRequest);
document.addEventListener('htmx:after:swap', announce);
document.addEventListener('submit', runSlices);
document.addEventListener('keydown', focusSearch);
document.querySelector('[role="alert"]')?.closest('[tabindex]')?.focus();

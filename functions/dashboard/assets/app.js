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

/** Parts of a page that change: fetched again while they are seen, and only so long (D41). */
function refreshParts() {
  for (const part of document.querySelectorAll('[data-refresh]')) {
    const [seconds, most] = part.dataset.refresh.split(' ').map(Number);
    let left = Math.floor(most / seconds);
    const again = async () => {
      if (left-- <= 0 || !part.isConnected) return;
      if (document.visibilityState === 'visible') await refresh(part);
      if (part.dataset.refresh) setTimeout(again, seconds * 1000);
    };
    setTimeout(again, seconds * 1000);
  }
}

async function refresh(part) {
  part.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(location.href, { headers: { 'hx-request': 'true' } });
    if (answer.status === 401) return location.assign('/sign-in');
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.getElementById(part.id);
    if (!next) return;
    part.replaceChildren(...next.childNodes);
    if (!next.dataset.refresh) delete part.dataset.refresh;
    showLocalTimes(part);
    addCopyButtons(part);
  } finally {
    part.removeAttribute('aria-busy');
  }
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
refreshParts();
document.addEventListener('submit', runSlices);
document.addEventListener('keydown', focusSearch);
document.querySelector('[role="alert"]')?.closest('[tabindex]')?.focus();

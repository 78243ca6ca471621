import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { StackFile } from '../../localstack/environment.ts';
import { type Received, receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import type { Browser, Tab } from './chromium.ts';

type Json = Record<string, unknown>;
/** The running stack, from its stack.json. */
export type World = Pick<StackFile, 'base_url' | 'api_key' | 'sending_domain' | 'inbox_url'>;

const stays_ms = 10_000;
const html = 'text/html; charset=utf-8';

async function api({ base_url, api_key }: World, method: string, path: string, body?: Json): Promise<Json> {
  const response = await fetch(`${base_url}${path}`, {
    method,
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200, `${method} ${path}: ${await response.clone().text()}`);
  return (await response.json()) as Json;
}

/** Listens with a webhook of the account for posts about an unsubscribe. */
export async function listen(world: World): Promise<Received[]> {
  const { url, received } = await receiver();
  await api(world, 'POST', '/webhooks', { url, events: ['contact.unsubscribed'] });
  return received;
}

/** A newsletter in an inbox, and its link. */
export async function newsletter(world: World): Promise<{ id: string; reader: string; link: string }> {
  const reader = `reader-${Date.now()}@acme.test`;
  const { id } = await api(world, 'POST', '/emails', {
    from: `News <news@${world.sending_domain}>`,
    to: reader,
    subject: 'News',
    text: 'Leave: {{unsubscribe_url}}',
    category: 'newsletter',
    unsubscribe: true,
  });
  const delivered = async () => (await lastEvent(world, String(id))) === 'delivered';
  await until(delivered, { what: 'the newsletter delivered' });
  return { id: String(id), reader, link: await linkFor(world, reader) };
}

async function lastEvent(world: World, id: string): Promise<unknown> {
  const { email } = await api(world, 'GET', `/emails/${id}`);
  return (email as Json).last_event;
}

/** Everything that an unsubscribe would change. */
export async function stateOf(world: World, email_id: string, told: Received[]) {
  const { opt_outs } = await api(world, 'GET', '/opt-outs');
  const { suppressions } = await api(world, 'GET', '/suppressions');
  return {
    opt_outs: (opt_outs as Json[]).map(({ email, category }) => `${email} ${category}`),
    suppressions,
    last_event: await lastEvent(world, email_id),
    told: told.map(({ body }) => {
      const { email, source, scope } = JSON.parse(body).data;
      return `${email} ${source} ${scope}`;
    }),
  };
}

async function linkFor({ inbox_url, base_url }: World, reader: string): Promise<string> {
  const text = await until(
    async () => {
      const mails = (await (await fetch(`${inbox_url}/api/email`)).json()) as { text: string; to: Json[] }[];
      return mails.find(({ to }) => to.some(({ address }) => address === reader))?.text;
    },
    { what: `mail for ${reader}` },
  );
  const link = /Leave: (\S+)/.exec(text)?.[1] ?? '';
  assert.ok(link.startsWith(`${base_url}/unsubscribe/`), link);
  return link;
}

/** What scanners and proxies send: HEAD, OPTIONS, and a GET marked as a prefetch. */
export async function askWithoutClicking(link: string): Promise<void> {
  const asks: [RequestInit, boolean][] = [
    [{ method: 'HEAD' }, true],
    [{ method: 'OPTIONS' }, false],
    [{ method: 'GET', headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' } }, true],
  ];
  for (const [init, page] of asks) {
    const response = await fetch(link, { ...init, redirect: 'manual' });
    await response.arrayBuffer();
    assert.ok(response.status < 500, `${init.method} ${response.status}`);
    if (page) assert.deepEqual([response.status, response.headers.get('content-type')], [200, html]);
  }
}

/** A tab's requests for `url`. */
const requested = (tab: Tab, url: string) =>
  tab.heard.filter(
    ({ method, params }) => method === 'Network.requestWillBeSent' && (params.request as Json).url === url,
  );

/** A page that hints at the link in every possible way. Waits until the browser has prefetched it. */
export async function hint(browser: Browser, link: string): Promise<void> {
  const rules = { source: 'list', urls: [link], eagerness: 'immediate' };
  const page = `<!doctype html><title>hints</title>
<link rel="prefetch" href="${link}"><link rel="prerender" href="${link}"><link rel="preconnect" href="${link}">
<script type="speculationrules">${JSON.stringify({ prefetch: [rules], prerender: [rules] })}</script>
<a href="${link}">link</a>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': html }).end(page);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const tab = await browser.newTab();
    await tab.send('Page.navigate', { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    await until(async () => requested(tab, link).length > 0, { what: 'the link fetched ahead' });
    await wait(2_000);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const evaluate = async (tab: Tab, expression: string): Promise<unknown> => {
  const { result } = await tab.send('Runtime.evaluate', { expression, returnByValue: true });
  return (result as Json).value;
};

/** Opens the link for ten seconds. It requests and stores nothing else. */
export async function stay(browser: Browser, link: string): Promise<Tab> {
  const tab = await browser.newTab();
  await tab.send('Page.navigate', { url: link });
  await until(async () => (await evaluate(tab, 'document.readyState')) === 'complete', { what: 'the page' });
  await wait(stays_ms);
  const asked = tab.heard.flatMap(({ method, params }) =>
    method === 'Network.requestWillBeSent' ? [String((params.request as Json).method)] : [],
  );
  assert.deepEqual(asked, ['GET'], 'the page asks for itself only');
  assert.equal(await evaluate(tab, 'document.scripts.length'), 0);
  assert.equal(await evaluate(tab, 'document.querySelectorAll("button").length'), 1);
  assert.deepEqual((await tab.send('Network.getCookies')).cookies, []);
  assert.equal(await evaluate(tab, 'document.location.href'), link);
  return tab;
}

/** Clicks the page's only button with the mouse. */
export async function press(tab: Tab): Promise<void> {
  const at = 'JSON.stringify(document.querySelector("button").getBoundingClientRect())';
  const { x, y, width, height } = JSON.parse(String(await evaluate(tab, at)));
  const place = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 };
  for (const type of ['mousePressed', 'mouseReleased'])
    await tab.send('Input.dispatchMouseEvent', { type, ...place });
  await until(async () => (await evaluate(tab, 'document.title')) === 'You are unsubscribed', {
    what: 'the page that says so',
  });
}

/** The one-click POST of RFC 8058, as a mail client sends it. */
export async function oneClick(link: string): Promise<void> {
  const response = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, html]);
  assert.equal(response.headers.get('set-cookie'), null);
}

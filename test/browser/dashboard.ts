import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import type { StackFile } from '../../localstack/environment.ts';
import { faultsOf, isTooWide, launch, visit, type Weight } from './visits.ts';

type Json = Record<string, unknown>;

/** Markup, handlers and bidi marks, in every field that a page shows. */
const hostile = '"><script>alert(1)</script><img src=//evil.test/x onerror=alert(1)>\u202Egnp';

const lists = [
  ...['/', '/emails', '/emails/new', '/scheduled', '/templates', '/templates/new', '/received', '/domains'],
  ...[
    '/domains/new',
    '/domains/claims/new',
    '/tenants',
    '/tenants/new',
    '/suppressions',
    '/opt-outs',
    '/webhooks',
  ],
  ...[
    '/webhooks/new',
    '/automations',
    '/automations/new',
    '/events',
    '/imports',
    '/imports/new',
    '/api-keys',
  ],
  ...[
    '/api-keys/new',
    '/smtp-credentials',
    '/smtp-credentials/new',
    '/settings/members',
    '/settings/sessions',
  ],
  ...['/accounts', '/no-such-page'],
];

/** One object of each kind, its texts hostile; the pages that show them. */
async function objects({ base_url, api_key, sending_domain }: StackFile): Promise<string[]> {
  const api = async (path: string, body: Json): Promise<Json> => {
    const answer = await fetch(`${base_url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, `${path}: ${await answer.clone().text()}`);
    return (await answer.json()) as Json;
  };
  const from = `a@${sending_domain}`;
  const { id } = await api('/emails', {
    from,
    to: 'b@acme.test',
    subject: hostile,
    text: hostile,
    html: `<p>${hostile}</p>`,
  });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await api('/emails', {
    from,
    to: 'b@acme.test',
    subject: hostile,
    text: 'x',
    scheduled_at: later,
  });
  await api('/templates', {
    name: hostile,
    alias: 'hostile',
    subject: hostile,
    html: hostile,
    text: hostile,
    publish: true,
  });
  await api('/tenants', { external_id: 'cust', name: hostile });
  const { webhook } = await api('/webhooks', { url: 'https://hooks.acme.test/x', description: hostile });
  const steps = [{ type: 'send_email', from, subject: hostile, text: hostile, name: hostile.slice(0, 90) }];
  const { automation } = await api('/automations', {
    name: hostile.slice(0, 90),
    trigger: { event: 'signup' },
    steps,
  });
  await api('/suppressions', { email: 'gone@acme.test', note: hostile });
  const idOf = (one: unknown) => (one as { id: string }).id;
  return [
    ...[`/emails/${id}`, `/emails/${scheduled.id}`, `/emails/${scheduled.id}/cancel`, '/templates/hostile'],
    ...['/templates/hostile/delete', '/tenants/cust', '/tenants/cust/delete', `/domains/${sending_domain}`],
    ...[
      `/domains/${sending_domain}/apply`,
      `/domains/${sending_domain}/delete`,
      `/webhooks/${idOf(webhook)}`,
    ],
    ...[
      `/webhooks/${idOf(webhook)}/delete`,
      `/automations/${idOf(automation)}`,
      `/automations/${idOf(automation)}/delete`,
    ],
  ];
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const { page } = await visit(context, url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.close();
}

/** A page that is none, and what the sandbox of a mail's own frame stops. */
const isExpected = (path: string, error: string): boolean =>
  (path.endsWith('no-such-page') && error.includes('404')) ||
  error.includes("/content' because the document's frame is sandboxed") ||
  error.includes('"img-src data: https:"');

/** The page in both schemes at three widths, for the eye (D44). */
async function keepPictures(page: Page, folder: string, path: string): Promise<void> {
  const name = path.replace(/[^a-z-]+/gi, '_').slice(0, 40);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  }
}

/** A sign-in's link opened, an email found by the keyboard alone, and resent (D43). */
async function byKeyboard(context: BrowserContext, origin: string): Promise<void> {
  const { page } = await visit(context, `${origin}/`);
  await page.keyboard.press('/');
  await page.keyboard.type('b@acme.test');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/emails?to=b%40acme.test');
  const link = page.getByRole('table').getByRole('link').last();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Email' }).waitFor();
  await page.getByRole('button', { name: 'Resend' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
  await page.close();
}

/** An email's page shows a change by itself, says so in one line, and asks no more once it is settled (D41). */
async function byItself(
  context: BrowserContext,
  { base_url, api_key, sending_domain, dashboard_url }: StackFile,
) {
  const api = async (method: string, path: string, body: Json): Promise<Json> => {
    const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
    return (
      await fetch(`${base_url}${path}`, { method, headers, body: JSON.stringify(body) })
    ).json() as Promise<Json>;
  };
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const email = { from: `a@${sending_domain}`, to: 'b@acme.test', subject: 's', text: 't', scheduled_at };
  const { id } = await api('POST', '/emails', email);
  const { page, errors } = await visit(context, `${dashboard_url}/emails/${id}`);
  await api('PATCH', `/emails/${id}`, { cancel: true });
  await page.locator('#now[data-final]').waitFor();
  assert.equal(await page.locator('#news').textContent(), 'Status: cancelled');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.waitForTimeout(7_000);
  assert.deepEqual([requests, errors], [[], []]);
  await page.close();
}

/**
 * Every page of the dashboard in light and dark: axe (D43), nothing that the policy has to stop, no request elsewhere, no
 * wider than 320 px, 100 KB in 8 requests and 30 KB of script at first (D42). Returns the heaviest; pictures are kept in
 * `folder`.
 */
export async function checkDashboard(
  program: string,
  stack: StackFile,
  folder: string,
): Promise<Weight & { path: string; pages: number }> {
  const origin = stack.dashboard_url;
  const heaviest = { path: '', bytes: 0, requests: 0, script: 0, pages: 0 };
  mkdirSync(folder, { recursive: true });
  const browser = await launch(program);
  try {
    const first = await browser.newContext();
    const { page: asking } = await visit(first, `${origin}/sign-in`);
    assert.deepEqual(['/sign-in', await faultsOf(asking)], ['/sign-in', []]);
    await signIn(first, stack.sign_in_url ?? '');
    const session = await first.storageState();
    const shown = await objects(stack);
    for (const path of [...lists, ...shown]) {
      const context = await browser.newContext({ colorScheme: 'light', storageState: session });
      const elsewhere: string[] = [];
      context.on('request', (request) => {
        const isOfFrame = request.frame().parentFrame() !== null;
        if (!isOfFrame && !request.url().startsWith(origin)) elsewhere.push(request.url());
      });
      const { page, weight, errors } = await visit(context, `${origin}${path}`);
      const refused = errors.filter((one) => !isExpected(path, one));
      const light = await faultsOf(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await faultsOf(page);
      assert.deepEqual(
        [path, refused, elsewhere, light, dark, await isTooWide(page)],
        [path, [], [], [], [], false],
      );
      assert.ok(
        weight.bytes <= 100_000 && weight.script <= 30_000 && weight.requests <= 8,
        `${path}: ${JSON.stringify(weight)}`,
      );
      if (weight.bytes > heaviest.bytes) Object.assign(heaviest, { path, ...weight });
      heaviest.pages++;
      await keepPictures(page, folder, path);
      await context.close();
    }
    await byKeyboard(first, origin);
    await byItself(first, stack);
    return heaviest;
  } finally {
    await browser.close();
  }
}

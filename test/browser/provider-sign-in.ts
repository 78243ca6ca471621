import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { systemRuntime } from '../../shared/core/runtime.ts';
import '../support/text-modules.ts';
import { keyboardOf } from './keyboard.ts';
import { faultsOf, isTooWide } from './visits.ts';

/** The sign-in page of a deployment with a provider (D9). The emulator's functions keep their variables. */
async function serveSignIn(dashboard_url: string) {
  const { pageSite } = await import('../../shared/http/pages/site.ts');
  const { signInPages } = await import('../../functions/dashboard/pages/sign-in.tsx');
  const { assetPages } = await import('../../functions/dashboard/pages/assets.ts');
  const { frame, errorContent } = await import('../../functions/dashboard/ui/page.tsx');
  const sign_in = { link: true, oidc: true };
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const ctx = {
    settings: {
      dashboard_url,
      sandbox_domain: 'sandbox.test',
      sign_in,
      release: { version: '0.2.0', commit: null },
    },
    runtime: systemRuntime(),
    log: silent,
  };
  const groups = { 'sign-in': async () => signInPages, assets: async () => assetPages };
  const site = pageSite(ctx as never, groups as never, { frame, errorContent });
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await site.fetch(new Request(new URL(url, dashboard_url)));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Both ways to sign in on one page, the provider's by keyboard, and the page requested before (D9, D12, D43). */
export async function checkProviderSignIn(browser: Browser, dashboard_url: string): Promise<void> {
  const { origin, server } = await serveSignIn(dashboard_url);
  const context = await browser.newContext({ colorScheme: 'light' });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/sign-in?next=%2Femails`);
    const link = page.getByRole('link', { name: 'Sign in with your organization' });
    await keyboardOf(page).to(link);
    assert.equal(await link.getAttribute('href'), '/sign-in/oidc?next=%2Femails');
    assert.ok(await page.getByRole('button', { name: 'Email me a link' }).isVisible());
    const light = await faultsOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual([light, await faultsOf(page), await isTooWide(page)], [[], [], false]);
  } finally {
    await context.close();
    server.close();
  }
}

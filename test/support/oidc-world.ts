import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Context } from '../../shared/domain/context.ts';
import { oidcProvider } from '../../shared/net/oidc.ts';
import { testClock, testContext } from './api.ts';
import type { createBrowser } from './browser.ts';
import type { Orders } from './oidc-issuer.ts';

type Answer = { issuer?: string };

async function tell(child: ChildProcess, message: object): Promise<void> {
  const answered = once(child, 'message');
  child.send(message);
  await answered;
}

/** A dashboard whose users sign in with their own provider. `order` sets who signs in, and what goes wrong. */
export async function oidcWorld() {
  const clock = testClock();
  // Called first, because it throws without a stack, before there is a process to stop.
  const real = testContext({ runtime: clock.runtime });
  const child = fork(join(import.meta.dirname ?? __dirname, 'oidc-issuer.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [{ issuer = '' }] = (await once(child, 'message')) as [Answer];
  const redirect_uri = `${real.settings.dashboard_url}/sign-in/oidc/callback`;
  await tell(child, { redirect_uri });
  const settings = { issuer, client_id: 'mailwright', redirect_uri };
  const ownSecret = async () => 'a secret of the client';
  const withClient = (change: Partial<typeof settings> = {}, client_secret = ownSecret): Context => ({
    ...real,
    settings: { ...real.settings, sign_in: { link: true, oidc: true } },
    oidc: oidcProvider(
      { ...settings, ...change, client_secret },
      { resolver: real.resolver, now: real.runtime.now },
    ),
  });
  return {
    clock,
    issuer,
    withClient,
    order: (orders: Orders) => tell(child, { orders }),
    close: () => child.disconnect(),
  };
}

type Browser = ReturnType<typeof createBrowser>;

/** Goes to the provider and back like a browser. Returns the callback's path with the provider's parameters. */
export async function toCallback(ctx: Context, browser: Browser, next?: string): Promise<string> {
  const started = await browser.get(
    `/sign-in/oidc${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`,
  );
  let at = started.location ?? '';
  const jar = new Map<string, string>();
  for (let i = 0; i < 8 && !at.startsWith(ctx.settings.dashboard_url); i++) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at).href;
  }
  const { pathname, search } = new URL(at);
  return `${pathname}${search}`;
}

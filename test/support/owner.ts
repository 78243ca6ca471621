import type { Context } from '../../shared/domain/context.ts';
import { freshAccount, inProcess } from './api.ts';
import { signIn } from './browser.ts';
import { routes } from './routes.ts';

/** A new account, with its owner's browser, the field that each of its forms sends (`own`), and its API. */
export async function owner(ctx: Context, options: Parameters<typeof freshAccount>[1] = {}) {
  const fresh = await freshAccount(ctx, options);
  return {
    ...fresh,
    browser: await signIn(ctx, fresh.account),
    own: { account: fresh.account.id },
    call: inProcess(ctx, routes, fresh.api_key),
  };
}

import { emailRoutes } from '../../functions/emails/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import type { Id } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { type Answer, freshAccount, inProcess, testContext } from './api.ts';
import { unpackApiContent } from './content.ts';

export const routes = [...templateRoutes, ...emailRoutes];

/** An account that creates templates and sends with them. `stored` is what the worker finds. */
export async function setUp(ctx: Context = testContext()) {
  const fresh = await freshAccount(ctx);
  const call = inProcess(ctx, routes, fresh.api_key);
  const email = { from: `shop@${fresh.domain}`, to: 'ada@success.simulator.example.net' };
  const create = async (change: object = {}) => {
    const body = { name: 'Reset', subject: 'Hi {{name}}', html: '<b>{{name}}</b>', publish: true, ...change };
    const made = await call('POST', '/templates', { body });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return made.body.template as { id: string; alias: string };
  };
  const send = (variables?: unknown, change: object = {}) =>
    call('POST', '/emails', { body: { ...email, template: { id: 'reset', variables }, ...change } });
  /** An accepted email's record and content, as the worker reads them. */
  const stored = async ({ status, body }: Answer) => {
    if (status !== 200) throw new Error(JSON.stringify(body));
    const meta = await ctx.emails.getMeta(body.id as Id<'msg'>);
    const packed = meta && (await ctx.emails.readContent(meta));
    if (!meta || !packed) throw new Error('not stored');
    const { subject, category, template } = meta;
    const { html, text, unsubscribe } = unpackApiContent(packed);
    return { subject, html, text, unsubscribe, category, template };
  };
  return { ctx, ...fresh, call, email, create, send, stored };
}

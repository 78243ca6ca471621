import { publicRoutes } from '../../functions/public/routes.ts';
import { sinkUrl } from '../../shared/domain/doctor/webhook-sink.ts';
import { inProcess, testClock, testContext } from '../support/api.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });
const call = inProcess(ctx, publicRoutes, null);
const pathOf = (url: string) => url.replace(ctx.settings.base_url, '');

test('a webhook posted to a fresh token is noted, whatever its body [A63]', async () => {
  const id = ctx.runtime.id('req');
  const path = pathOf(await sinkUrl(ctx, id));
  expect(await ctx.sightings.has(id)).toBe(false);
  for (const raw of ['{"type":"email.delivered"}', 'no JSON', '']) {
    const { status, body } = await call('POST', path, { raw });
    expect([status, body]).toEqual([200, { ok: true }]);
  }
  expect(await ctx.sightings.has(id)).toBe(true);
});

test('after five minutes the token is 404 and notes nothing [A63]', async () => {
  const id = ctx.runtime.id('req');
  const path = pathOf(await sinkUrl(ctx, id));
  clock.advance(5 * 60_000 + 1);
  expect((await call('POST', path)).status).toBe(404);
  expect(await ctx.sightings.has(id)).toBe(false);
});

test('a token that is altered, or of an unsubscribe link, is 404 [H40]', async () => {
  const id = ctx.runtime.id('req');
  const path = pathOf(await sinkUrl(ctx, id));
  const other = await ctx.tokens.seal('unsubscribe', JSON.stringify([id, Date.now() + 60_000]));
  for (const wrong of [`${path}x`, path.slice(0, -2), `/doctor/${other}`, '/doctor/1.x']) {
    const { status, body } = await call('POST', wrong);
    expect([status, body.error?.code]).toEqual([404, 'not_found']);
  }
  expect(await ctx.sightings.has(id)).toBe(false);
});

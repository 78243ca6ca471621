import { sentEmail } from './sent-email.ts';
import { at, world } from './world.ts';

describe('Q32, E42 suppressions only rise', () => {
  test('complaint and bounce in either order: id and created_at stay, complaint wins', async () => {
    for (const order of [
      ['complaint-abuse', 'bounce-async-dsn'],
      ['bounce-async-dsn', 'complaint-abuse'],
    ]) {
      const { ctx, account, receive, advance, suppressed, told } = await world();
      const email = await sentEmail(ctx, account);
      await receive(order[0] ?? '', email);
      const first = await suppressed('ada@example.com');
      advance(1000);
      await receive(order[1] ?? '', email);
      expect(await suppressed('ada@example.com')).toMatchObject({
        id: first?.id,
        created_at: first?.created_at,
        reason: 'complaint',
      });
      expect(told().map(({ data }) => data.suppression_id)).toEqual([first?.id, first?.id]);
    }
  });

  test('E39 every listed recipient is suppressed', async () => {
    const { ctx, account, receive, suppressed, told } = await world();
    const email = await sentEmail(ctx, account, {
      to: ['ada@example.com', 'bob@example.org', 'carol@example.com'],
    });
    await receive('complaint-several', email);
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'complaint' });
    expect(await suppressed('bob@example.org')).toBeNull();
    expect(await suppressed('carol@example.com')).toMatchObject({ reason: 'complaint' });
    expect(told().map(({ data }) => [data.recipient, data.certain])).toEqual([
      ['ada@example.com', false],
      ['carol@example.com', false],
    ]);
  });

  test("A23 tenant mail goes on the tenant's list", async () => {
    const { ctx, account, receive, suppressed } = await world();
    const tenant = ctx.runtime.id('ten');
    await receive('bounce-async-dsn', await sentEmail(ctx, account, { tenant }));
    expect(await suppressed('ada@example.com')).toBeNull();
    expect(await suppressed('ada@example.com', tenant)).toMatchObject({ reason: 'bounce', tenant });
  });

  test('H17 soft_bounce_threshold 3: the third soft bounce in 7 days, repeats not counted', async () => {
    const { ctx, account, receive, suppressed } = await world({ soft_bounce_threshold: 3 });
    const day = 86_400_000;
    const start = Date.parse('2026-11-01T00:00:00Z');
    const bounce = async (when: number) =>
      receive('bounce-mailbox-full', await sentEmail(ctx, account), at('bounce', when));
    for (const days of [0, 0, 6, 8]) {
      await bounce(start + days * day);
      expect(await suppressed('ada@example.com')).toBeNull();
    }
    await bounce(start + 7 * day);
    expect(await suppressed('ada@example.com')).toMatchObject({ reason: 'bounce' });
  });
});

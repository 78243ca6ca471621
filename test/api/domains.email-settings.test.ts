import { domainRoutes } from '../../functions/domains/routes.ts';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { deliverEmail } from '../../shared/domain/delivery/deliver-email.ts';
import { keys } from '../../shared/store/schema.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { idOf } from '../support/ids.ts';
import { testTable } from '../support/table.ts';

const html = '<p>Hi <a href="https://shop.example/">shop</a></p>';

async function setUp() {
  const world = await capturedAccount();
  const { ctx, account, domain, queued, schedules, clock } = world;
  const sent: { id: string; set: string; opens: boolean; clicks: boolean }[] = [];
  ctx.mailer = {
    send: async ({ configuration_set: set, raw, tags }) => {
      const text = Buffer.from(raw).toString().replaceAll('=\r\n', '');
      sent.push({
        id: tags.email_id ?? '',
        set,
        opens: text.includes('/t/o/'),
        clicks: text.includes('/t/c/'),
      });
      return { outcome: 'accepted', message_id: `ses-${sent.length}` };
    },
  };
  const call = inProcess(ctx, [...emailRoutes, ...domainRoutes], world.api_key);
  const patch = (body: Record<string, unknown>) => call('PATCH', `/domains/${domain}`, { body });
  /** Hands over all that is queued or scheduled; what went out. */
  const deliver = async () => {
    const waiting = [...queued.splice(0).map(({ message }) => message)];
    for (const [id, { message }] of schedules) {
      schedules.delete(id);
      waiting.push(message);
    }
    for (const message of waiting) await deliverEmail(ctx, message, { receive_count: 1 });
    return sent.splice(0).map(({ id: _id, ...rest }) => rest);
  };
  const body = { ...world.email, html };
  const single = () => call('POST', '/emails', { body });
  return { ctx, account, domain, call, patch, deliver, body, single, clock, ahead: world.ahead };
}

type World = Awaited<ReturnType<typeof setUp>>;

const plain = { set: 'local-opportunistic', opens: false, clicks: false };
const strict = { set: 'local-enforced', opens: true, clicks: true };
const all = { tls_mode: 'enforced', open_tracking: true, click_tracking: true };
const none = { tls_mode: 'opportunistic', open_tracking: false, click_tracking: false };

const doors: [string, (world: World) => Promise<{ status: number }>][] = [
  ['POST /emails', ({ single }) => single()],
  ['POST /emails/batch', ({ call, body }) => call('POST', '/emails/batch', { body: { emails: [body] } })],
  [
    'resend',
    async ({ single, deliver, call }) => {
      const { id } = (await single()).body;
      await deliver();
      return call('POST', `/emails/${id}/resend`);
    },
  ],
  [
    'a schedule',
    ({ call, body, ahead }) => call('POST', '/emails', { body: { ...body, scheduled_at: ahead(3_600) } }),
  ],
];

test.each(doors)(
  '%s takes the settings of its domain as stored when it is accepted [E68]',
  async (name, door) => {
    const world = await setUp();
    const { patch, deliver, clock } = world;
    const later = () => name === 'a schedule' && clock.advance(3_601_000);
    for (const [before, after, expected] of [
      [none, all, plain],
      [all, none, strict],
    ] as const) {
      expect((await patch(before)).status).toBe(200);
      expect((await door(world)).status).toBe(200);
      await patch(after);
      later();
      expect(await deliver()).toEqual([expected]);
    }
  },
);

test('items of one batch take the settings of their domains, a refused one none [E68]', async () => {
  const { patch, call, body, deliver } = await setUp();
  await patch({ tls_mode: 'enforced' });
  const emails = [body, { ...body, from: 'a@elsewhere.example' }, { ...body, subject: 'Third' }];
  const answer = await call('POST', '/emails/batch', { body: { emails } });
  expect(answer.status).toBe(200);
  await patch(none);
  expect(await deliver()).toEqual([
    { ...plain, set: 'local-enforced' },
    { ...plain, set: 'local-enforced' },
  ]);
});

test('an email of the last release, without settings, goes out by those of its domain [P5]', async () => {
  const { patch, single, deliver } = await setUp();
  await patch(none);
  const id = idOf('msg', (await single()).body.id);
  await testTable().update(keys.email(id), 'REMOVE settings');
  await patch(all);
  expect(await deliver()).toEqual([strict]);
});

test('the envelope is found, whether it fits the meta next to the settings or is an item of its own [Q18]', async () => {
  const { patch, call, body } = await setUp();
  await patch(all);
  for (let length = 1; length <= 300; length += 5) {
    const { id } = (await call('POST', '/emails', { body: { ...body, subject: 'x'.repeat(length) } })).body;
    const { email } = (await call('GET', `/emails/${id}`)).body as { email: { subject: string } };
    expect(email.subject).toHaveLength(length);
  }
});

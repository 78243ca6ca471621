import { publish } from '../support/dns.ts';
import { byPurpose, domainWorld, hour } from '../support/domain-world.ts';

/** A domain that fails for 73 hours, its DNS wrong. */
async function failingWorld() {
  const world = await domainWorld();
  const made = await world.create();
  await world.runTasks();
  await publish(world.zone, made);
  await world.untilVerified();
  await world.zone.set(world.name, 'TXT', ['v=spf1 -all']);
  await world.nextCheck();
  expect((await world.nextCheck()).status).toBe('failing');
  world.advance(73 * hour);
  return { ...world, made };
}

test('after 72 hours a check without an answer fails no domain; the next one with an answer decides [A29]', async () => {
  const { ctx, zone, made, nextCheck } = await failingWorld();
  const { dns } = ctx;
  ctx.dns = { ...dns, ask: async () => null };
  expect((await nextCheck()).status).toBe('failing');
  ctx.dns = dns;
  await publish(zone, made);
  expect((await nextCheck()).status).toBe('verified');
});

test('a return path that is flattened to its target stays as it is where one of its types finds no answer [A1, A29]', async () => {
  const { ctx, name, zone, create, runTasks, verify, nextCheck, advance } = await domainWorld();
  const made = await create();
  await runTasks();
  await publish(zone, made, ['return_path']);
  await zone.set(`rp.${name}`, 'MX', [`10 feedback-smtp.${ctx.settings.region}.amazonses.com`]);
  await zone.set(`rp.${name}`, 'TXT', ['v=spf1 include:amazonses.com -all']);
  advance(11_000);
  expect((await verify()).domain.status).toBe('verified');
  const { dns } = ctx;
  for (const silent of ['MX', 'TXT']) {
    const ask: typeof dns.ask = async (type, host) =>
      type === silent && host === `rp.${name}` ? null : dns.ask(type, host);
    ctx.dns = { ...dns, ask };
    await nextCheck();
    const domain = await nextCheck();
    expect([domain.status, byPurpose(domain).return_path?.status]).toEqual(['verified', 'error']);
    ctx.dns = dns;
    expect(byPurpose(await nextCheck()).return_path?.status).toBe('verified');
  }
});

import { createCounts, noteInbound, noteRelay } from '../../shared/smtp/health.ts';
import { inboundWorld, injectAt } from '../support/inbound.ts';
import { collectLog } from '../support/log.ts';
import { acceptedId, plainLogin, relayWorld, sendRaw, talkTls } from '../support/smtp.ts';

const message = 'From: Ada <ada@x.example>\r\nSubject: Hello\r\n\r\nIt works.\r\n';

test('each minute the relay reports its sessions, what it accepted, refused by code, and failed logins [R69]', async () => {
  const counts = createCounts();
  const world = await relayWorld({}, { note: counts.note, limits: { failed_login_ms: 1 } });
  const { log, metrics, lines } = collectLog();
  const stranger = await talkTls(world.service);
  await stranger.say(plainLogin('svcsmtp_wrong'));
  await stranger.say(plainLogin('svcsmtp_wrong'));
  stranger.close();
  const talking = await world.login();
  const own = message.replace('ada@x.example', `shop@${world.domain}`);
  const send = (text: string) => sendRaw(talking, { from: '', to: ['ada@x.example'], message: text });
  for (let i = 0; i < 3; i++) acceptedId(await send(own));
  await send(message);
  await send(`X-Service-Bogus: 1\r\n${own}`);
  await send(`X-Service-Bogus: 1\r\n${own}`);
  noteRelay({ ...world.ctx, log }, 7, counts);
  expect(metrics).toEqual([
    { counts: { SmtpSessions: 7, SmtpAccepted: 3, SmtpAuthFailed: 2 } },
    { counts: { SmtpRefused: 1 }, by: { code: 'domain_not_verified' } },
    { counts: { SmtpRefused: 2 }, by: { code: 'validation_error' } },
  ]);
  expect(lines.join()).not.toMatch(/@|svcsmtp_/);
  noteRelay({ ...world.ctx, log }, 7, counts);
  expect(metrics.slice(3)).toEqual([{ counts: { SmtpSessions: 7, SmtpAccepted: 0, SmtpAuthFailed: 0 } }]);
  expect(counts.total()).toMatchObject({ accepted: 3, refused: 3, auth_failed: 2 });
  talking.close();
  await world.service.drain(0);
});

test('each minute the receiver reports what it took, its octets, and what it refused by code [R69]', async () => {
  const counts = createCounts();
  const world = await inboundWorld({ note: counts.note });
  const { log, metrics } = collectLog();
  const to = [`support@${world.domain}`];
  await injectAt(world.receiver.port, { to, message });
  await injectAt(world.receiver.port, { to, message: `X: 1\r\n${message}` });
  await injectAt(world.receiver.port, { to, message: Buffer.from(`${message}bare\nend\r\n`) });
  noteInbound({ ...world.ctx, log }, 0, counts);
  expect(metrics).toEqual([
    { counts: { InboundAccepted: 2, InboundSize: 2 * message.length + 'X: 1\r\n'.length } },
    { counts: { InboundRefused: 1 }, by: { code: 'validation_error' } },
  ]);
  await world.receiver.drain(0);
});

import { acceptedId, relayWorld } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld();
});
afterAll(() => world.service.drain(0));

/** A message whose subject has a line break of its own, and these lines after it. */
const broken = (...lines: string[]) =>
  [`From: shop@${world.domain}`, 'To: ada@x.example', 'Subject: Your', 'order', ...lines, '', 'hi', ''].join(
    '\n',
  );

test.each(['Bcc: eve@x.example', 'bcc : eve@x.example', 'X-Service-Scheduled-At: 2030-01-01T00:00:00Z'])(
  'what ends the header early does not let `%s` out in the body [R3, R11]',
  async (line) => {
    const answer = await world.raw(broken('X-A: b', line));
    expect(answer).toMatch(/^554 5\.6\.0 .* \[validation_error\]$/);
    expect(answer).toContain('"order"');
  },
);

test('another message whose header ends early is relayed, and a body may say what it likes [R1]', async () => {
  expect(await world.delivered(acceptedId(await world.raw(broken('X-A: b'))))).toContain(
    '\r\n\r\norder\r\nX-A: b\r\n',
  );
  const said = await world.raw(broken('X-A: b', '', 'Bcc: eve@x.example'));
  expect(await world.delivered(acceptedId(said))).toContain('\r\nBcc: eve@x.example\r\n');
  const whole = [`From: shop@${world.domain}`, '', 'order', 'Bcc: eve@x.example', ''].join('\n');
  expect(await world.delivered(acceptedId(await world.raw(whole)))).toContain(
    '\r\n\r\norder\r\nBcc: eve@x.example\r\n',
  );
});

import { randomBytes } from 'node:crypto';
import { fitsLambda } from '../../localstack/direct-invoke.ts';
import { toResult } from '../../shared/http/api-gateway.ts';
import { acceptedId, relayWorld } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld();
});
afterAll(() => world.service.drain(0));

/** Lines of a text that no compression makes much smaller. */
const textOf = (bytes: number) =>
  randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .replace(/.{74}/g, '$&\r\n')
    .slice(0, bytes);

/** The email of a relayed message with these texts, as one answer of the gateway carries it. */
async function shown(html: string, text: string) {
  const part = (type: string, body: string) => `--b\r\nContent-Type: text/${type}\r\n\r\n${body}\r\n`;
  const head = `From: shop@${world.domain}\r\nTo: ada@x.example\r\nSubject: s\r\n`;
  const message = `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n${part('plain', text)}${part('html', html)}--b--\r\n`;
  const id = acceptedId(await world.raw(message));
  const { status, text: answered, body } = await world.call('GET', `/emails/${id}?include=content`);
  const result = await toResult(new Response(answered, { status }));
  return {
    status,
    fits: fitsLambda(result, Buffer.from(result.body), true),
    email: body.email as { html: string; text: string; truncated?: boolean },
  };
}

test('texts of 4 MB together are shown whole; of longer ones 2 MB each, which says so [R15, P26]', async () => {
  const [one, other] = [textOf(2_097_152), textOf(2_097_152)];
  const whole = await shown(one, other);
  expect({ status: whole.status, fits: whole.fits, truncated: whole.email.truncated }).toEqual({
    status: 200,
    fits: true,
    truncated: undefined,
  });
  expect({ html: whole.email.html === one, text: whole.email.text === other }).toEqual({
    html: true,
    text: true,
  });
  const long = textOf(9_000_000);
  const cut = await shown(long, `${other}x`);
  expect({ status: cut.status, fits: cut.fits, truncated: cut.email.truncated }).toEqual({
    status: 200,
    fits: true,
    truncated: true,
  });
  for (const [part, of] of [
    [cut.email.html, long],
    [cut.email.text, other],
  ] as const)
    expect({
      long: part.length > 2_000_000,
      bounded: part.length <= 2_097_152,
      prefix: of.startsWith(part),
    }).toEqual({ long: true, bounded: true, prefix: true });
});

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

/** Whether a relayed message with these texts fits one gateway response, and how its texts are cut. */
async function shown(html: string, text: string) {
  const part = (type: string, body: string) => `--b\r\nContent-Type: text/${type}\r\n\r\n${body}\r\n`;
  const head = `From: shop@${world.domain}\r\nTo: ada@x.example\r\nSubject: s\r\n`;
  const message = `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n${part('plain', text)}${part('html', html)}--b--\r\n`;
  const id = acceptedId(await world.raw(message));
  const { status, text: answered, body } = await world.call('GET', `/emails/${id}?include=content`);
  const result = await toResult(new Response(answered, { status }));
  const email = body.email as { html: string; text: string; truncated?: boolean };
  return {
    fits: status === 200 && fitsLambda(result, Buffer.from(result.body), true),
    truncated: email.truncated ?? false,
    isBeginning: html.startsWith(email.html) && text.startsWith(email.text),
    lengths: [email.html.length, email.text.length],
  };
}

test('texts of 4 MB together are shown whole; of longer ones 2 MB each, which says so [R15, P26]', async () => {
  const two = 2_097_152;
  const [one, other] = [textOf(two), textOf(two)];
  const whole = { fits: true, truncated: false, isBeginning: true, lengths: [two, two] };
  expect(await shown(one, other)).toEqual(whole);
  const { lengths, ...cut } = await shown(textOf(9_000_000), `${other}x`);
  expect(cut).toEqual({ fits: true, truncated: true, isBeginning: true });
  for (const length of lengths) expect(length > 2_000_000 && length <= two).toBe(true);
});

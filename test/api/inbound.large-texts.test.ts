import { inboundWorld } from '../support/inbound.ts';

let world: Awaited<ReturnType<typeof inboundWorld>>;
beforeAll(async () => {
  world = await inboundWorld();
});
afterAll(() => world.receiver.drain(0));

const two = 2 * 1024 * 1024;
const line = `<p class="a">${'words and ß, '.repeat(4)}</p>\r\n`;

/** Text as mail has it, with line breaks, quotes and letters beyond ASCII, of so many bytes. */
function textOf(bytes: number): string {
  const whole = line.repeat(Math.floor(bytes / Buffer.byteLength(line)));
  return whole.padEnd(whole.length + bytes - Buffer.byteLength(whole), 'x');
}

const part = (type: string, body: string) =>
  `--b\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`;

/** The record of a message with these texts, as one answer carries it. */
async function received(html: string, text: string) {
  const head = 'From: a@x.example\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n';
  const id = await world.receive(`${head}${part('plain', text)}${part('html', html)}--b--\r\n`);
  const { status, text: answered, body } = await world.call('GET', `/received-emails/${id}`);
  expect({ status, fits: Buffer.byteLength(JSON.stringify(answered)) < 6_000_000 }).toEqual({
    status: 200,
    fits: true,
  });
  return body.received_email as { html: string; text: string; truncated: boolean };
}

test('html and text of 2 MB each come whole; of a byte more 2 MB come, and it says so [R49]', async () => {
  const exact = textOf(two);
  const whole = await received(exact, exact);
  // What the author wrote is cut earlier (N40).
  expect({ html: whole.html === exact, text: whole.text === exact }).toEqual({ html: true, text: true });
  const cut = await received(`${exact}y`, 'hi');
  expect({ truncated: cut.truncated, html: cut.html === exact, text: cut.text }).toEqual({
    truncated: true,
    html: true,
    text: 'hi',
  });
});

import { createDots } from '../../shared/smtp/dots.ts';
import { seeded } from '../support/seeded.ts';

const end = '\r\n.\r\n';

/** A message and what follows it, by patterns over the whole text (R30). */
function expected(text: string): { octets: string; rest: string } {
  const at = `\r\n${text}`.indexOf(end);
  const message = text.slice(0, at);
  const octets = `\r\n${message}`.replace(/(\r\n)\.|((?<!\r)\n)\.\./g, (_, crlf, bare) => crlf ?? `${bare}.`);
  return { octets: octets.slice(2), rest: text.slice(at + 3) };
}

function read(pieces: string[]): { octets: string; rest: string } {
  const dots = createDots();
  let octets = '';
  for (const [at, piece] of pieces.entries()) {
    const part = dots(Buffer.from(piece));
    octets += part.octets;
    if (part.ends) return { octets, rest: part.rest + pieces.slice(at + 1).join('') };
  }
  throw new Error('the message does not end');
}

/** The same octets in pieces of random lengths. */
function cut(text: string, random: () => number, longest: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 0)
    pieces.push(text.slice(at, at + 1 + Math.floor(random() * longest)));
  return pieces;
}

const long = 'x'.repeat(150);

/** Many dots, few of them, and far from each other. */
const alphabets = [[...'..\r\n\r\nx'], [...'xxxxx\r\n.'], ['\r\n.', '\r', '\n', '\n.', '.', long, long]];

test('RFC 5321 4.5.2: the first dot of a line goes, behind a bare LF only where another follows', () => {
  const read_octets = (text: string) => read([`${text}${end}`]).octets;
  expect(read_octets('.x\r\n..y\r\n.\tz\r\n')).toBe('x\r\n.y\r\n\tz\r\n\r\n');
  expect(read_octets('a\n.x\n..y\n.\n')).toBe('a\n.x\n.y\n.\n\r\n');
});

test('a message is the same however its octets are cut, for 2,000 seeds [R30]', () => {
  for (let seed = 1; seed <= 2_000; seed++) {
    const random = seeded(seed);
    const length = Math.floor(random() * 30);
    const parts = alphabets[seed % alphabets.length] ?? [];
    const head = Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join('');
    const text = `${head}${end}NOOP\r\n`;
    const all = { seed, text, ...expected(text) };
    expect({ seed, text, ...read([text]) }).toEqual(all);
    expect({ seed, text, ...read([...text]) }).toEqual(all);
    expect({ seed, text, ...read(cut(text, random, parts.includes(long) ? 500 : 8)) }).toEqual(all);
  }
});

import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from '../../../shared/domain/webhooks/sign.ts';

type Verify = (body: Buffer, header: string, secret: string, now?: number) => boolean;

/** The code that docs/webhooks.md tells receivers to use. */
function documented(): Verify {
  const page = readFileSync(join(__dirname, '../../../docs/webhooks.md'), 'utf8');
  const [code] = (page.split('```js\n')[1] ?? '').split('```');
  const body = (code ?? '').replace(/^import .*$/m, '').replace('export function', 'return function');
  return new Function('createHmac', 'timingSafeEqual', body)(createHmac, timingSafeEqual) as Verify;
}

const verify = documented();
const body = Buffer.from('{"id":"evt_1","text":"Grüße"}');
const now = 1_763_719_200;
const header = (secrets: string[], at = now) => sign(body.toString(), secrets, at * 1000);

test('H20: the documented check takes what we sign, by either secret of a rotation, and nothing else', () => {
  expect(verify(body, header(['whsec_a']), 'whsec_a', now)).toBe(true);
  expect(verify(body, header(['whsec_b', 'whsec_a']), 'whsec_a', now)).toBe(true);
  expect(verify(body, header(['whsec_b', 'whsec_a']), 'whsec_b', now)).toBe(true);
  expect(verify(body, header(['whsec_a']), 'whsec_b', now)).toBe(false);
  expect(verify(Buffer.from(`${body} `), header(['whsec_a']), 'whsec_a', now)).toBe(false);
  for (const broken of ['', 't=1', `t=${now}`, `t=${now},v1=`, `t=${now},v1=zz`, 'v1=00']) {
    expect(verify(body, broken, 'whsec_a', now)).toBe(false);
  }
});

test.each([
  [0, true],
  [-300, true],
  [300, true],
  [-301, false],
  [301, false],
])('E61: a signature %i s away from the clock: %p', (away, wanted) => {
  expect(verify(body, header(['whsec_a'], now + away), 'whsec_a', now)).toBe(wanted);
});

import { fitsLambda } from '../../localstack/direct-invoke.ts';
import { toResult } from '../../shared/http/api-gateway.ts';
import { freshAccount, testClock, testContext } from '../support/api.ts';
import { elementsOf, formOf, signIn } from '../support/browser.ts';
import { indexesCaughtUp } from '../support/lag.ts';

test('a value that is no address stays one value in the request that goes on with the file [D24]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account } = await freshAccount(ctx, { domain: false });
  const browser = await signIn(ctx, account);
  const { add } = ctx.suppressions;
  // The first addresses take more time than a request has.
  ctx.suppressions.add = async (...input) => {
    clock.advance(20);
    return add(...input);
  };
  const addresses = Array.from({ length: 1_000 }, (_, i) => `a${i}@acme.test`);
  const left = ['"eve@acme.test, bob@acme.test"', '"ada@acme.test\r\nzoe@acme.test"', "''=x@acme.test"];
  const form = new FormData();
  form.set('account', account.id);
  form.set('file', new Blob([['email', ...addresses, ...left].join('\r\n')]), 'list.csv');
  const first = await browser.upload('/suppressions/import', form);
  expect(first.text).toContain('3 addresses are left.');
  const { fields } = formOf(first.text, '/suppressions/import');
  const second = await browser.post('/suppressions/import', fields);
  const counts = ['Added', 'Failed'].map(
    (name) => new RegExp(`<dt>${name}</dt><dd>([\\d,]+)`).exec(second.text)?.[1],
  );
  expect([second.text.includes('The import is finished.'), counts]).toEqual([true, ['1,001', '2']]);
  await indexesCaughtUp();
  const listed = (await browser.get('/suppressions/export')).text;
  const eve = listed.includes('eve@');
  const ada = listed.includes('ada@');
  const zoe = listed.includes('zoe@');
  const formula = listed.includes("''=x@");
  expect({ eve, ada, zoe, formula }).toEqual({ eve: false, ada: false, zoe: false, formula: true });
});

/** The bytes of a form as a browser sends it: line breaks of values are CRLF. */
async function sentBytes(html: string, action: string): Promise<{ bytes: Buffer; form: FormData }> {
  const { fields } = formOf(html, action);
  const values = Object.entries(fields).map(([name, value]) => [name, value.replace(/\r?\n/g, '\r\n')]);
  const form = new FormData();
  for (const [name = '', value = ''] of values) form.set(name, value);
  const tag = elementsOf(html).find(({ attributes }) => attributes.action === action);
  const body = tag?.attributes.enctype === 'multipart/form-data' ? form : new URLSearchParams(values);
  return { bytes: Buffer.from(await new Response(body).arrayBuffer()), form };
}

test('the rest of the largest file that the gateway takes goes through it, too [D24, P26]', async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account } = await freshAccount(ctx, { domain: false });
  const browser = await signIn(ctx, account);
  const { add } = ctx.suppressions;
  ctx.suppressions.add = async (...input) => {
    clock.advance(20);
    return add(...input);
  };
  const addresses = Array.from({ length: 360_000 }, (_, i) => `${i.toString(36).padStart(4, '0')}@acme.io`);
  const file = addresses.join('\n');
  const form = new FormData();
  form.set('account', account.id);
  form.set('file', new Blob([file]), 'list.csv');
  const fits = (bytes: Buffer) => fitsLambda({ headers: 'x'.repeat(4_096) }, bytes, false);
  expect(fits(Buffer.from(await new Response(form).arrayBuffer()))).toBe(true);
  const first = await browser.upload('/suppressions/import', form);
  expect(first.text).toContain('359,000 addresses are left.');
  const next = await sentBytes(first.text, '/suppressions/import');
  expect(fits(next.bytes)).toBe(true);
  const result = await toResult(new Response(first.text, first));
  expect({
    fits: fitsLambda(result, Buffer.from(''), true),
    encoding: result.headers['content-encoding'],
  }).toEqual({ fits: true, encoding: undefined });
  const second = await browser.upload('/suppressions/import', next.form);
  expect(second.text).toContain('358,000 addresses are left.');
  expect(/<dt>Added<\/dt><dd>([\d,]+)/.exec(second.text)?.[1]).toBe('2,000');
});

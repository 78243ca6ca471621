import { AppError } from '../../shared/core/errors.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { RequestState } from '../../shared/http/state.ts';
import { readBody } from '../../shared/http/steps/read-body.ts';

const schema = {};
const keyed = { scope: ['full'], body: schema };
const open = { scope: null, body: schema };
const form = { scope: null, form: schema };

/** How many bytes the step adds for a body of this size, or the error that it throws. */
async function read(route: object, size: number, headers: Record<string, string> = {}) {
  const request = new Request('http://x', { method: 'POST', body: new Uint8Array(size), headers });
  const state = { route, request } as unknown as RequestState;
  try {
    return (await readBody({} as Context, state)).bytes?.length;
  } catch (error) {
    return error;
  }
}

test.each([
  ['with a key', keyed, 5 * 1024 * 1024, '5 MB', expect.stringContaining('POST /attachments')],
  ['without a key', open, 16 * 1024, '16 KB', undefined],
  ['a form', form, 4 * 1024, '4 KB', undefined],
])('a body %s is read up to its limit and 413 above', async (_name, route, limit, size, hint) => {
  expect(await read(route, limit)).toBe(limit);
  const refused = await read(route, limit + 1);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    status: 413,
    code: 'payload_too_large',
    message: `The request body is over ${size}`,
    details: { limit },
  });
  expect((refused as AppError).hint).toEqual(hint);
});

test('what content-length says is believed where it is too much, and never where it is too little', async () => {
  expect(await read(form, 10, { 'content-length': '5000' })).toMatchObject({ status: 413 });
  for (const claimed of ['0', '-1', 'x', '']) {
    expect(await read(form, 5_000, { 'content-length': claimed })).toMatchObject({ status: 413 });
    expect(await read(form, 10, { 'content-length': claimed })).toBe(10);
  }
});

test('a route that takes no body reads none', async () => {
  expect(await read({ scope: null }, 6 * 1024 * 1024)).toBeUndefined();
});

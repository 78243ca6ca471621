import type { Email } from '../../shared/core/records/emails.ts';
import { derivedId, firstId, type Id, isId, systemRuntime } from '../../shared/core/runtime.ts';

const runtime = systemRuntime();

test('an id of one prefix is no id of another, for the compiler too', () => {
  const id: Email['id'] = runtime.id('msg');
  // @ts-expect-error: an account's id is no email's
  const wrong: Email['id'] = runtime.id('acc');
  expect([isId('msg', id), isId('msg', wrong)]).toEqual([true, false]);
  const text: string = firstId('msg', 0);
  // @ts-expect-error: a text may be anything
  const unchecked: Id<'msg'> = text;
  if (isId('msg', unchecked)) expect(unchecked satisfies Id<'msg'>).toBe(text);
  expect(isId('evt', derivedId('evt', 0, 'a'))).toBe(true);
});

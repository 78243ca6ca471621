import type { Email } from '../../shared/core/records/emails.ts';
import { derivedId, firstId, type Id, isId, systemRuntime } from '../../shared/core/runtime.ts';
import { idOf } from '../../shared/core/schemas.ts';

const runtime = systemRuntime();

test('an id of one prefix is no id of another, for the compiler too', () => {
  const id: Email['id'] = runtime.id('msg');
  // @ts-expect-error: an account's id is no email's
  const wrong: Email['id'] = runtime.id('acc');
  expect({ right: isId('msg', id), wrong: isId('msg', wrong) }).toEqual({ right: true, wrong: false });
  const text: string = firstId('msg', 0);
  // @ts-expect-error: a text may be anything
  const unchecked: Id<'msg'> = text;
  if (isId('msg', unchecked)) expect(unchecked satisfies Id<'msg'>).toBe(text);
  expect(isId('evt', derivedId('evt', 0, 'a'))).toBe(true);
});

test('what a message calls an id is one of its kind, or the message is unreadable', () => {
  const id: Id<'wh'> = idOf('wh').parse(runtime.id('wh'));
  expect(isId('wh', id)).toBe(true);
  for (const wrong of [runtime.id('whd'), 'wh_1', '', null, 5, `${id} `, `${id.slice(0, -1)}#`]) {
    expect(idOf('wh').safeParse(wrong).success).toBe(false);
  }
});

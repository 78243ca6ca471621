import { fieldsWithOriginalId, originalId, takeOriginalId } from '../../../shared/mail/original-id.ts';

describe('the Message-ID that a message came with [R80]', () => {
  test.each([
    ['<1.2@app.example>', '<1.2@app.example>'],
    ['  <a@b>  (a comment)', '<a@b>'],
    ['=?us-ascii?Q?=3Ca@b=3E?=', '<a@b>'],
    ['<a @\tb>', '<a@b>'],
    ['a@b', '<a@b>'],
    ['<abc>', '<abc>'],
    ['<[a]@b> <c@d>', '<[a]@b>'],
    ['', null],
    ['<>', null],
    ['abc', null],
    ['a b@c', null],
    ['<\u0141@b>', null],
    [`<${'a'.repeat(801)}>`, null],
  ])('%j is %j', (field, id) => expect(originalId(field)).toBe(id));

  test.each([
    ['no References', '', 'References: <a@b>\r\n'],
    [
      'References without it',
      'References: <1@x>\r\n <2@x>\r\nX: y\r\n',
      'References: <1@x>\r\n <2@x>\r\n <a@b>\r\nX: y\r\n',
    ],
    ['References with it', 'references:<a@b>  <2@x>\r\n', 'references:<a@b>  <2@x>\r\n'],
    [
      'In-Reply-To alone',
      'In-Reply-To:\r\n <1@x>\r\n',
      'In-Reply-To:\r\n <1@x>\r\nReferences: <1@x> <a@b>\r\n',
    ],
    ['empty References', 'References: \r\nX: y\r\n', 'References: \r\n <a@b>\r\nX: y\r\n'],
  ])('fields with %s', (_, fields, written) => {
    expect(fieldsWithOriginalId(fields, '<a@b>')).toBe(written);
    expect(fieldsWithOriginalId(written, '<a@b>')).toBe(written);
    expect(fieldsWithOriginalId(fields, null)).toBe(fields);
  });

  test('at most 50 ids go out: the first, and the newest', () => {
    const ids = Array.from({ length: 80 }, (_, i) => `<${i}@x>`);
    const kept = [ids[0], ...ids.slice(-48), '<a@b>'];
    const { headers } = takeOriginalId({ References: ids.join(' '), 'message-id': '<a@b>' });
    expect(headers).toEqual({ References: kept.join(' ') });
    const fields = fieldsWithOriginalId(`References: ${ids.join('\r\n ')}\r\n`, '<a@b>');
    expect(fields.match(/<[^>]+>/g)).toEqual(kept);
    expect(Math.max(...fields.split('\r\n').map((line) => line.length))).toBeLessThan(79);
    const all = { References: ids.slice(0, 49).join(' '), 'Message-ID': '<a@b>' };
    expect(takeOriginalId(all).headers.References?.split(' ')).toHaveLength(50);
  });

  test('headers lose it, and References keeps its spelling', () => {
    expect(takeOriginalId({ references: '<1@x>', 'MESSAGE-ID': 'a@b', 'X-A': 'y' })).toEqual({
      headers: { references: '<1@x> <a@b>', 'X-A': 'y' },
      original_message_id: '<a@b>',
    });
    expect(takeOriginalId({ 'in-reply-to': '<1@x>', 'Message-ID': '<a@b>' }).headers).toEqual({
      'in-reply-to': '<1@x>',
      References: '<1@x> <a@b>',
    });
    expect(takeOriginalId({ 'X-A': 'y' })).toEqual({ headers: { 'X-A': 'y' }, original_message_id: null });
  });
});

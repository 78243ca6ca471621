import fc from 'fast-check';
import { readMailboxes } from '../../../shared/mail/mime/mailboxes.ts';

const of = (characters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), maxLength });

/** Texts like mailboxes, most with something that is not plain. */
const texts = fc.oneof(
  of('abZ09 <>@.+-_,;:()"=?', 30),
  fc
    .tuple(
      of('aB9  .', 8),
      fc.constantFrom(' <', '<', ' ', ''),
      of('a0.+-_', 6),
      fc.constantFrom('@', '@@'),
      of('a0.-_', 6),
      fc.constantFrom('', '>>', '.xn>', '.test', '.test>', '.test> '),
    )
    .map((parts) => parts.join('')),
);

test('a plain mailbox is what the parser of address fields makes of it', () => {
  expect(readMailboxes('Shop 24 <a.b+c@x-y.test>')).toEqual(['Shop 24 <a.b+c@x-y.test>']);
  expect([readMailboxes('a@x.test'), readMailboxes('')]).toEqual([['a@x.test'], []]);
  let addresses = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const read = readMailboxes(text);
      addresses += read.filter((mailbox) => mailbox !== null).length;
      // A tab is a blank that only the parser takes.
      expect(read).toEqual(readMailboxes(`\t${text}`));
    }),
    { numRuns: 5000, seed: 25 },
  );
  expect(addresses).toBeGreaterThan(50);
});

import fc from 'fast-check';
import isemail from 'isemail';
import {
  asciiAddress,
  bareAddress,
  canonicalAddress,
  domainNameOf,
  domainOf,
  formatMailbox,
  isAddress,
  isSameMailbox,
  mailboxFault,
  parseMailbox,
} from '../../shared/core/addresses.ts';
import { addressField } from '../../shared/mail/address-field.ts';
import { anyCharacter } from '../support/any-character.ts';
import { cpuOf } from '../support/cpu.ts';
import { cases } from '../support/whole.ts';

const long = (n: number) => 'a'.repeat(n);

/** 252 characters as A-labels: with `a@` the longest address that there is. */
const idn254 = `${`${'üä'.repeat(20)}.`.repeat(4)}${long(53)}.de`;

test('the A-labels of the longest address have 252 characters', () => {
  expect(domainOf(`a@${idn254}`)).toHaveLength(252);
  expect(idn254.length).toBeLessThan(252);
});

describe('one RFC 5322 mailbox [C8]', () => {
  const accepted: [string, string, string | null][] = [
    ['a@b.co', 'a@b.co', null],
    ['  a@b.co ', 'a@b.co', null],
    ['<a@b.co>', 'a@b.co', null],
    ['Ann <A.Lee@Example.COM>', 'A.Lee@Example.COM', 'Ann'],
    ['Ann<a@b.co>', 'a@b.co', 'Ann'],
    ['Ann   Lee <a@b.co>', 'a@b.co', 'Ann Lee'],
    ['John Q. Public <a@b.co>', 'a@b.co', 'John Q. Public'],
    ['Jürgen Müller <a@b.co>', 'a@b.co', 'Jürgen Müller'],
    ['"Lee, Ann" <a@b.co>', 'a@b.co', 'Lee, Ann'],
    ['"Quoted \\"Name\\" \\\\" <a@b.co>', 'a@b.co', 'Quoted "Name" \\'],
    ['Ann "the boss" Lee <a@b.co>', 'a@b.co', 'Ann the boss Lee'],
    ['"" <a@b.co>', 'a@b.co', null],
    ['"a b"@c.org', '"a b"@c.org', null],
    ['X <"a>b@c"@d.org>', '"a>b@c"@d.org', 'X'],
    ["o'hara+tag=x@b.co", "o'hara+tag=x@b.co", null],
    ['a@münchen.de', 'a@münchen.de', null],
    ['a@xn--mnchen-3ya.de', 'a@xn--mnchen-3ya.de', null],
    ['a@ab--cd.com', 'a@ab--cd.com', null],
    [`${long(64)}@b.co`, `${long(64)}@b.co`, null],
    [`a@${idn254}`, `a@${idn254}`, null],
    [`${'ü'.repeat(200)} <a@b.co>`, 'a@b.co', 'ü'.repeat(200)],
  ];
  test.each(accepted)('accepts %j', (input, address, name) => {
    expect(parseMailbox(input)).toEqual({ address, name });
  });

  test.each([
    ['empty', ''],
    ['no at sign', 'a'],
    ['no local part', '@b.co'],
    ['no domain', 'a@'],
    ['single label', 'a@localhost'],
    ['address literal', 'a@[127.0.0.1]'],
    ['IPv4 address', 'a@127.0.0.1'],
    ['trailing dot', 'a@b.co.'],
    ['empty label', 'a@b..co'],
    ['label begins with a hyphen', 'a@-b.co'],
    ['label ends with a hyphen', 'a@b-.co'],
    ['underscore in the domain', 'a@b_c.co'],
    ['label of 64', `a@${long(64)}.co`],
    ['local part of 65', `${long(65)}@b.co`],
    ['address of 255', `a@${`${long(49)}.`.repeat(5)}abc`],
    ['255 as A-labels, 217 as written', `aa@${idn254}`],
    ['a label over 63 as an A-label', `a@${`${'üä'.repeat(22)}.`.repeat(5)}de`],
    ['an A-label of no letters', 'a@xn--a.co'],
    ['an A-label that UTS 46 refuses', 'a@shop.xn--a-ecp.co'],
    ['non-ASCII local part', 'jürgen@b.co'],
    ['domain that maps to nothing', 'a@\u00ad.co'],
    ['domain with a bidi control', 'a@\u202eb.co'],
    ['percent-encoded dot', 'a@b%2eco'],
    ['two dots in the local part', 'a..b@b.co'],
    ['leading dot', '.a@b.co'],
    ['obsolete local part', '"a".b@b.co'],
    ['space in the address', 'a @b.co'],
    ['space inside the brackets', 'A < a@b.co>'],
    ['comment', 'a@b.co (Ann)'],
    ['group', 'G: a@b.co;'],
    ['two addresses', 'a@b.co, c@d.co'],
    ['comma outside quotes', 'Lee, Ann <a@b.co>'],
    ['trailing garbage', 'A <a@b.co> x'],
    ['nested brackets', 'A <<a@b.co>>'],
    ['open quote', '"Ann <a@b.co>'],
    ['at sign in a bare name', 'me@x.co <me@x.co>'],
    ['route', '<@x.co:a@b.co>'],
    ['CR LF', 'A <a@b.co>\r\nBcc: x@y.co'],
    ['tab', 'A\t<a@b.co>'],
    ['control in a quoted pair', '"\\\u0001" <a@b.co>'],
    ['C1 control', 'A\u0085 <a@b.co>'],
    ['lone surrogate', 'A\ud800 <a@b.co>'],
  ])('refuses: %s', (_, input) => {
    expect(parseMailbox(input)).toBeNull();
  });

  test('three thousand texts of blanks, as many as a request may name, take no time', () => {
    const parse = () => {
      for (let i = 0; i < 3_000; i++) expect(parseMailbox(`a${' '.repeat(1_298)}b`)).toBeNull();
    };
    expect(cpuOf(parse)).toBeLessThan(2_000);
    expect(parseMailbox('  a@x.example ')).toEqual({ address: 'a@x.example', name: null });
    expect(parseMailbox('  ')).toBeNull();
  });

  test('a display name has 200 characters at most [E26]', () => {
    expect(parseMailbox(`${long(200)} <a@b.co>`)).not.toBeNull();
    expect(parseMailbox(`${long(201)} <a@b.co>`)).toBeNull();
    expect(parseMailbox(`${'😀'.repeat(200)} <a@b.co>`)).not.toBeNull();
  });
});

describe('an object `from` as Name <addr> [C8]', () => {
  test.each([
    [{ email: 'a@b.co' }, 'a@b.co'],
    [{ email: 'a@b.co', name: '' }, 'a@b.co'],
    [{ email: 'a@b.co', name: null }, 'a@b.co'],
    [{ email: 'a@b.co', name: 'Ann Lee' }, 'Ann Lee <a@b.co>'],
    [{ email: 'a@b.co', name: 'Lee, Ann' }, '"Lee, Ann" <a@b.co>'],
    [{ email: 'a@b.co', name: 'a"b\\c' }, '"a\\"b\\\\c" <a@b.co>'],
    [{ email: 'a@b.co', name: 'Acme Inc.' }, '"Acme Inc." <a@b.co>'],
    [{ email: 'a@b.co', name: 'Two  spaces' }, '"Two  spaces" <a@b.co>'],
  ])('%j', (from, text) => expect(formatMailbox(from)).toBe(text));

  test('every name comes back as it was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 50 }), (name) => {
        const parsed = parseMailbox(formatMailbox({ email: 'a@b.co', name }));
        const valid = name.isWellFormed() && !/\p{Cc}/u.test(name);
        expect(parsed).toEqual(valid ? { address: 'a@b.co', name: name.trim() || null } : null);
      }),
    );
  });

  test('no name and no email makes a second mailbox or another address', () => {
    const part = fc.string({ unit: fc.constantFrom(...'ab.@<>,;:"\\ ()\r\n\0'), maxLength: 20 });
    fc.assert(
      fc.property(part, part, (email, name) => {
        const parsed = parseMailbox(formatMailbox({ email, name: `x${name}` }));
        expect(parsed === null || parsed.address === email).toBe(true);
      }),
      { numRuns: cases(2_000) },
    );
  });
});

describe('agrees with isemail [C8]', () => {
  const local = fc.string({ unit: fc.constantFrom(...'ab1.+-_"\\ @(<'), maxLength: 12 });
  const domain = fc.string({ unit: fc.constantFrom(...'ab1.-_['), maxLength: 12 });
  const address = fc.oneof(
    fc.tuple(local, domain).map(([l, d]) => `${l}@${d}`),
    fc.tuple(local, domain).map(([l, d]) => `a${l.replace(/[^ab1]/g, '')}@b${d.replace(/[-_[]/g, '')}.co`),
    fc.emailAddress(),
    fc.tuple(local, fc.domain()).map(([l, d]) => `"${l}"@${d}`),
  );
  const strict = (a: string) => isemail.validate(a, { minDomainAtoms: 2, allowUnicode: false });

  test('what we accept, it accepts', () => {
    fc.assert(
      fc.property(address, (a) => {
        // isemail calls a space in a quoted local part folding white space
        if (isAddress(a) && !a.includes(' ')) expect(strict(a)).toBe(true);
      }),
      { numRuns: cases(5_000) },
    );
  });

  test('what it accepts, we accept, but for the rules that C8 adds', () => {
    fc.assert(
      fc.property(address, (a) => {
        const added = /=\?.*@|@.*(?:[_[]|\bxn--)|\.[0-9]+$|\.$/.test(a);
        if (!added && strict(a)) expect(isAddress(a)).toBe(true);
      }),
      { numRuns: cases(5_000) },
    );
  });
});

test.each([
  ['Doe, John <ada@x.example>', 'double quotes'],
  ['"Doe, John <ada@x.example>', 'double quotes'],
  ['a@b.example <ada@x.example>', 'double quotes'],
  ['(c) <ada@x.example>', 'double quotes'],
  ['<ada@x.example', 'double quotes'],
  ['"A\tda" <ada@x.example>', 'control characters'],
  ['A\u0085da <ada@x.example>', 'control characters'],
])('%j is refused for what is around the address [C9]', (mailbox, reason) => {
  expect(parseMailbox(mailbox)).toBeNull();
  expect(mailboxFault(mailbox)).toMatchObject({ rule: 'format', message: expect.stringContaining(reason) });
});

test.each([
  ['quotes that nothing closes', `"${'\\"'.repeat(998)}<`],
  [
    'letters outside ASCII',
    `a@${String.fromCodePoint(...Array.from({ length: 1_998 }, (_, i) => 0x4e00 + i))}`,
  ],
])(
  'the fault of three thousand texts of %s, as many as a request may name, takes no time [C9]',
  (_, text) => {
    const faults = () => Array.from({ length: 3_000 }, () => mailboxFault(text));
    expect(cpuOf(faults)).toBeLessThan(2_000);
    expect(mailboxFault(text).rule).toBe('length');
  },
);

describe('what readers would show as another address [A71]', () => {
  const encoded = ['=?utf-8?q?ceo=40bank.example?=@b.co', '=?@b.co', 'a=?b@b.co', '"=?utf-8?b?YQ==?="@b.co'];
  test.each(encoded)('%s is none', (address) => {
    expect({ address: isAddress(address), mailbox: parseMailbox(`Ann <${address}>`) }).toEqual({
      address: false,
      mailbox: null,
    });
    expect(mailboxFault(address)).toMatchObject({ rule: 'format', message: expect.stringContaining('=?') });
  });

  test.each(['xn--a', 'xn--1ug', 'xn--u-ccb', 'xn--xn---epa', 'XN--A', 'xn--99999999'])(
    'the label %s stands for no name',
    (name) => {
      const fault = { rule: 'format', message: expect.stringContaining('xn--') };
      for (const domain of [`${name}.example`, `a.${name}.example`, `a.${name}`]) {
        expect({ domain, address: isAddress(`a@${domain}`), name: domainNameOf(domain) }).toEqual({
          domain,
          address: false,
          name: null,
        });
        expect(mailboxFault(`a@${domain}`)).toMatchObject(fault);
      }
    },
  );

  test.each([
    'a=b@b.co',
    'a?=@b.co',
    'a@xn--mnchen-3ya.de',
    'a@XN--FA-HIA.de',
    'a@xn--ls8h.example',
    'a@ab--cd.co',
  ])('%s is one', (address) => expect(isAddress(address)).toBe(true));

  test('an email that was accepted before keeps its addresses', () => {
    expect(bareAddress(`Ann <${encoded[0]}>`)).toBe(encoded[0]);
    expect(addressField('To', [`Ann <${encoded[0]}>`])).toBe(`To: Ann <${encoded[0]}>\r\n`);
  });
});

describe('the form for comparing [Q45]', () => {
  test.each([
    ['A.Lee+X@Example.COM', 'a.lee+x@example.com'],
    ['a@MÜNCHEN.de', 'a@xn--mnchen-3ya.de'],
    ['a@faß.de', 'a@xn--fa-hia.de'],
    ['"Ann"@b.co', 'ann@b.co'],
    ['"a\\b"@b.co', 'ab@b.co'],
    ['"a \\c"@b.co', '"a c"@b.co'],
    ['"a\\"b"@b.co', '"a\\"b"@b.co'],
  ])('%s', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
    expect(canonicalAddress(canonical)).toBe(canonical);
  });

  test('the envelope keeps the case of the local part', () => {
    expect(asciiAddress('Ann.Lee@MÜNCHEN.de')).toBe('Ann.Lee@xn--mnchen-3ya.de');
    expect(asciiAddress('"a@b"@C.org')).toBe('"a@b"@c.org');
    expect(domainOf('x@Bücher.Example')).toBe('xn--bcher-kva.example');
  });

  test('what parses is a valid address again in both forms', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        if (!isAddress(address)) return;
        expect(isAddress(asciiAddress(address)) && isAddress(canonicalAddress(address))).toBe(true);
      }),
    );
  });
});

describe('the account email and its plus-labels [H3]', () => {
  test.each([
    ['Me@Example.com', 'me@example.com', true],
    ['me+x@example.com', 'me@example.com', true],
    ['me+@example.com', 'me@example.com', true],
    ['me+x+y@example.com', 'me+x@example.com', true],
    ['me@example.com', 'me+x@example.com', false],
    ['me2@example.com', 'me@example.com', false],
    ['me+x@example.org', 'me@example.com', false],
    ['m.e@example.com', 'me@example.com', false],
    ['"me"@example.com', 'me@example.com', true],
  ])('%s for %s: %s', (address, account, same) => {
    expect(isSameMailbox(address, account)).toBe(same);
  });
});

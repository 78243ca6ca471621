import { fieldValue, readFields } from '../../../shared/mail/mime/fields.ts';
import { parameterOf, parseStructured } from '../../../shared/mail/mime/parameters.ts';
import { readReceived } from '../../../shared/mail/received/read-received.ts';
import { cpuOf } from '../../support/cpu.ts';
import { readRelayed } from '../../support/read-relayed.ts';
import { lines, message } from '../../support/relayed-message.ts';

describe('octets above 127 in the fields that say what the body is [R78]', () => {
  const structural: [name: string, given: string, written: string][] = [
    [
      'UTF-8',
      'Content-Type: multipart/mixed; name="\xc3\xa9.eml"; boundary="b b"',
      'multipart/mixed;\n name*=utf-8\'\'%C3%A9.eml;\n boundary="b b"',
    ],
    [
      'Latin-1, no quotes',
      'Content-Type: multipart/mixed; boundary=b; x=\xe9',
      "multipart/mixed;\n boundary=b;\n x*=utf-8''%C3%A9",
    ],
    [
      'a semicolon in quotes',
      'Content-Type: a/b; name="\xe9;boundary=c"; y=1',
      "a/b;\n name*=utf-8''%C3%A9%3Bboundary%3Dc;\n y=1",
    ],
    ['pieces', 'Content-Type: a/b; name*0="\xc3"; name*1="\xa9"; y=1', "a/b;\n name*=utf-8''%C3%A9;\n y=1"],
    [
      'an extended value',
      "Content-Type: a/b; name*=utf-8''\xc3\xa9; y=1",
      "a/b;\n name*=utf-8''%C3%A9;\n y=1",
    ],
    ['a comment', 'Content-Type: text/plain (\xe9); charset=utf-8', 'text/plain (?);\n charset=utf-8'],
    ['no name', 'Content-Type: text/plain; \xe9; charset=utf-8', 'text/plain;\n charset=utf-8'],
    ['an encoding', 'Content-Transfer-Encoding: 8bit (\xe9)', '8bit (?)'],
    [
      'a disposition',
      'Content-Disposition: attachment; filename="\xe9\xe8.txt"',
      "attachment;\n filename*=utf-8''%C3%A9%C3%A8.txt",
    ],
  ];
  test.each(structural)('%s', (_, given, written) => {
    const { content } = readRelayed(message(given, '--b\n\nhi\n--b--\n')).header;
    expect(content).toBe(lines(`${given.slice(0, given.indexOf(':'))}: ${written}\n`));
  });

  test('the parts are found as before, and a long name is written in pieces that decode to it', () => {
    const name = `${'\xc3\xa9'.repeat(400)}.txt`;
    const given = `Content-Type: multipart/mixed; name="${name}"; boundary=b`;
    const { entity, attachments } = readRelayed(
      message(given, '--b\nContent-Type: a/b\n\nhi\n--b\nContent-Type: a/b\n\nhi\n--b--\n'),
    );
    expect(attachments).toBe(2);
    const { fields } = readFields(entity, 0, entity.length);
    const type = parseStructured(fieldValue(fields, 'content-type') ?? '');
    expect(parameterOf(type, 'name')).toBe(Buffer.from(name, 'latin1').toString());
    expect(parameterOf(type, 'boundary')).toBe('b');
    expect(
      Math.max(
        ...entity
          .toString('latin1')
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).toBeLessThan(998);
  });
});

test.each([
  [
    'whose words each have a state of their own',
    '=?ISO-2022-JP?B?GyRCJCIbKEI=?=\n =?ISO-2022-JP?B?GyRCJCQbKEI=?=',
    'あい',
  ],
  ['with question marks as they are', '=?UTF-8?Q?Passwort vergessen??=', 'Passwort vergessen?'],
  ["in a charset by Java's name", '=?x-windows-950?B?p0Gmbg==?=', '你好'],
])('a subject %s goes out as it was written [R4]', (_, words, subject) => {
  expect(readRelayed(message(`Subject: ${words}`, 'hi\n')).header.subject).toBe(subject);
});

test.each([
  ['a tab', '{"name":"Ada\n\tLovelace"}'],
  ['several blanks', '{"name":"Ada\n    Lovelace"}'],
  ['blanks on both lines', '{"name":"Ada \n Lovelace"}'],
  ['a line of blanks', '\n {"name":"Ada\n \t\n Lovelace"}'],
])('a control header that is folded by %s has one space there [R11]', (_, value) => {
  const { control_fields } = readRelayed(message(`X-Service-Variables: ${value}`, 'hi\n')).header;
  expect(control_fields.get('x-service-variables')).toBe('{"name":"Ada Lovelace"}');
});

test('two Content-Length of different values are left out [R3]', () => {
  const { content, dropped } = readRelayed(message('Content-Length: 1\nContent-Length: 2', 'hi\n')).header;
  expect({ content, dropped }).toEqual({ content: '', dropped: ['content-length'] });
});

test.each(['8bit', 'quoted-printable'])(
  'a part that is encoded has one encoding, not also %j [R2]',
  (first) => {
    const repeated = `Content-Transfer-Encoding: ${first}\nX-A: 1\nContent-Transfer-Encoding:\n 8bit\nX-B: 2`;
    const { entity } = readRelayed(
      message('Content-Type: multipart/mixed; boundary=b', `--b\n${repeated}\n\n\xe9\n--b--\n`),
    );
    expect(entity.toString('latin1')).toContain(
      lines('--b\nContent-Transfer-Encoding: quoted-printable\nX-A: 1\nX-B: 2\n\n=E9\n--b--'),
    );
  },
);

test.each([
  ['From ann@x.example Fri Nov  1 15:29:45 2002\n', 'Subject: hidden\n'],
  ['>From ann Fri Nov  1\n', 'From: ann@x.example\n'],
  ['Return-Path: <a@x.example>\nReceived: x\n >From y\nFrom - Fri\n', 'Subject: From here\n'],
  ['From a\nReceived: x\n>From b\n', ''],
  ['', 'From :ann@x.example\nX-A:\n From b\n'],
])('the encoding of a part is behind the mailbox line of %j, which ends no header [R2]', (before, after) => {
  const type = 'Content-Type: text/plain; charset=utf-8\n';
  const { entity } = readRelayed(
    message('Content-Type: multipart/mixed; boundary=b', `--b\n${before}${after}${type}\n\xc3\xa9\n--b--\n`),
  );
  const encoding = 'Content-Transfer-Encoding: quoted-printable\n';
  expect(entity.toString('latin1')).toContain(
    lines(`\n--b\n${before}${encoding}${after}${type}\n=C3=A9\n--b--`),
  );
  const top = Buffer.concat([Buffer.from('From: a@x.example\r\n'), entity]);
  expect(readReceived(top).body.text).toBe('é');
});

/** A value of so many octets, folded, with a letter behind it. */
const folded = (unit: string) => `${`\n ${unit.repeat(900 / unit.length)}`.repeat(60)}x`;

test.each([
  ['a name of dots', 'a.eml', `Content-Type: a/b; name="${folded('.')}"`],
  ['a name of blanks', 'a.eml', `Content-Type: a/b; name="a${folded(' ')}"`],
  ['a name of escapes', 'a.eml', `Content-Type: a/b; name="${folded('%2e')}"`],
  ['a parameter without a value', folded('a').replace(/\s/g, ''), 'Content-Type: a/b'],
  ['a charset with a line break', 'a.eml', `Content-Type: text/plain; charset*=utf-8''${folded('*')}%0ax`],
])('%s takes no longer than its length [R31, R52]', (_, parameter, part) => {
  const whole = message(
    `Content-Type: multipart/mixed; boundary=b; \xe9; ${parameter}`,
    `--b\n${part}\n\nhi\n--b--\n`,
  );
  const ms = cpuOf(() => [readReceived(whole), relayedOrRefused(whole)]);
  expect(ms).toBeLessThan(1_000);
});

function relayedOrRefused(whole: Buffer): unknown {
  try {
    return readRelayed(whole);
  } catch (error) {
    return error;
  }
}

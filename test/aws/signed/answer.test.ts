import { createAnswerReader } from '../../../shared/aws/signed/answer.ts';

type Expected = { status: number; body: string; keeps: boolean };

/** What is read of octets that arrive in these pieces; `ended`: by the end of the connection. */
function readPieces(pieces: Buffer[], ended: boolean): Expected | null {
  const reader = createAnswerReader();
  for (const [i, piece] of pieces.entries()) {
    const read = reader.push(piece);
    if (read === null) continue;
    if (i < pieces.length - 1) throw new Error('read before its last piece');
    return { status: read.answer.status, body: read.answer.body.toString(), keeps: read.keeps };
  }
  const answer = ended ? reader.end() : null;
  return answer && { status: answer.status, body: answer.body.toString(), keeps: false };
}

const answers: [name: string, octets: string, Expected, ended?: boolean][] = [
  [
    'a length',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhällo'.slice(0, -1),
    { status: 200, body: 'häll', keeps: true },
  ],
  ['no body', 'HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n', { status: 200, body: '', keeps: true }],
  ['no reason', 'HTTP/1.1 400\r\ncontent-length: \t2 \t\r\n\r\n{}', { status: 400, body: '{}', keeps: true }],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n', { status: 204, body: '', keeps: true }],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n0A \r\n":1,"b":22\r\n1;x="y"\r\n}\r\n0\r\n\r\n',
    { status: 200, body: '{"a":1,"b":22}', keeps: true },
  ],
  [
    'chunks with line ends in them, and a trailer',
    'HTTP/1.1 500 No\r\ntransfer-encoding: Chunked\r\n\r\n6\r\n\r\n0\r\n\r\r\n0\r\nx-amz-crc32: 1\r\nb: c\r\n\r\n',
    { status: 500, body: '\r\n0\r\n\r', keeps: true },
  ],
  [
    'interim answers before it',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx',
    { status: 200, body: 'x', keeps: true },
  ],
  [
    'a last one',
    'HTTP/1.1 200 OK\r\nConnection: x, Close\r\ncontent-length: 1\r\n\r\nx',
    { status: 200, body: 'x', keeps: false },
  ],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\nx', { status: 200, body: 'x', keeps: false }],
  [
    'HTTP/1.0 that is kept',
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 1\r\n\r\nx',
    { status: 200, body: 'x', keeps: true },
  ],
  [
    'the end of the connection',
    'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\n\r\n<html>\r\n\r\n',
    { status: 502, body: '<html>\r\n\r\n', keeps: false },
    true,
  ],
];

describe.each(answers)('an answer that ends by %s', (_, text, expected, ended = false) => {
  const octets = Buffer.from(text);

  test('is read when all of it is there, wherever its octets are cut', () => {
    expect(readPieces([octets], ended)).toEqual(expected);
    expect(
      readPieces(
        [...octets].map((octet) => Buffer.of(octet)),
        ended,
      ),
    ).toEqual(expected);
    for (let at = 1; at < octets.length; at++)
      for (let to = at; to < octets.length; to++) {
        const pieces = [octets.subarray(0, at), octets.subarray(at, to), octets.subarray(to)];
        expect(
          readPieces(
            pieces.filter(({ length }) => length > 0),
            ended,
          ),
        ).toEqual(expected);
      }
  });

  test('is none when an octet of it is missing', () => {
    for (let length = 0; length < octets.length; length++) {
      const part = [octets.subarray(0, length)];
      if (!ended) expect(readPieces(part, true)).toBeNull();
    }
  });

  test('leaves a connection that says more to itself', () => {
    if (ended) return;
    expect(readPieces([Buffer.concat([octets, Buffer.from('H')])], false)).toEqual({
      ...expected,
      keeps: false,
    });
  });
});

test('headers have names in lower case; values of one name are joined', () => {
  const reader = createAnswerReader();
  const text =
    'HTTP/1.1 200 OK\r\nX-Amz-CRC32:  12 \r\nA: b: c\r\na:\r\n__proto__: x\r\ncontent-length: 0\r\n\r\n';
  const { headers } = reader.push(Buffer.from(text))?.answer ?? {};
  expect(Object.entries(headers ?? {})).toEqual([
    ['x-amz-crc32', '12'],
    ['a', 'b: c, '],
    ['__proto__', 'x'],
    ['content-length', '0'],
  ]);
});

test.each([
  ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['another protocol from now on', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\ncontent-length\r\n\r\n'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\ncontent-length : 1\r\n\r\n'],
  ['a folded header', 'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n'],
  ['a bare line end in a header', 'HTTP/1.1 200 OK\r\na: b\nc: d\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  ['a length below nothing', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
  ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: 0x10\r\n\r\n'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['another coding', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\r\n'],
  ['a chunk of a size that is none', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n'],
  ['a chunk that is longer than it says', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nxyz'],
  ['a header without end', `HTTP/1.1 200 OK\r\na: ${'x'.repeat(17_000)}`],
  ['a size without end', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(5_000)}`],
])('%s is no answer', (_, text) => {
  const octets = Buffer.from(text);
  expect(() => createAnswerReader().push(octets)).toThrow(expect.objectContaining({ name: 'BrokenAnswer' }));
  const reader = createAnswerReader();
  const byOctet = () => {
    for (const octet of octets) reader.push(Buffer.of(octet));
  };
  expect(byOctet).toThrow(expect.objectContaining({ name: 'BrokenAnswer' }));
});

import { createSigner, timeOfRequest } from '../../../shared/aws/signed/sign.ts';

/** The vectors of AWS's Signature Version 4 test suite that ask for the root of a service without a query. */
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const time = '20150830T123600Z';
const host = ['host', 'example.amazonaws.com'] as const;
const date = ['x-amz-date', time] as const;
const token = [
  'x-amz-security-token',
  '6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267',
] as const;
const form = ['content-type', 'application/x-www-form-urlencoded'] as const;

type Signable = Parameters<ReturnType<typeof createSigner>>[0];

const vectors: [string, Signable['method'], Signable['headers'], string, string][] = [
  [
    'get-vanilla',
    'GET',
    [host, date],
    '',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'get-vanilla-with-session-token',
    'GET',
    [host, date, token],
    '',
    '07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8',
  ],
  [
    'post-vanilla',
    'POST',
    [host, date],
    '',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-header-key-sort',
    'POST',
    [host, ['my-header1', 'value1'], date],
    '',
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  ],
  [
    'post-x-www-form-urlencoded',
    'POST',
    [form, host, date],
    'Param1=value1',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
];

test.each(vectors)('AWS vector %s', (_, method, headers, body, signature) => {
  const sign = createSigner({ region: 'us-east-1', service: 'service' });
  const names = headers.map(([name]) => name).join(';');
  expect(sign({ method, headers, body }, credentials, time)).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  );
});

test('another day and another secret have another key', () => {
  const sign = createSigner({ region: 'us-east-1', service: 'service' });
  const signature = (of: typeof credentials, at: string) =>
    sign({ method: 'GET', headers: [host, date], body: '' }, of, at).split('Signature=')[1];
  const first = signature(credentials, time);
  const others = [
    signature(credentials, '20150831T123600Z'),
    signature({ ...credentials, secretAccessKey: 'other' }, time),
  ];
  expect(new Set([first, ...others]).size).toBe(3);
  expect(signature(credentials, time)).toBe(first);
});

test('the time of a request', () => {
  expect(timeOfRequest(Date.parse('2015-08-30T12:36:00.999Z'))).toBe(time);
});

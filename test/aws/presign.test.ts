import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { presign } from '../../shared/aws/presign.ts';

const now = Date.parse('2026-11-21T10:00:00.000Z');
const at = { Bucket: 'bodies', Key: 'attachments/acc_1/att_1' };
const hour_s = 3600;

/** A client whose session ends `session_s` from now; null: it does not say when. */
const clientWith = (session_s: number | null) =>
  new S3Client({
    region: 'eu-west-1',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: 'test',
      secretAccessKey: 'test',
      sessionToken: 'token',
      ...(session_s !== null && { expiration: new Date(now + session_s * 1000) }),
    },
  });

test.each([
  [null, hour_s],
  [12 * hour_s, hour_s],
  [1200.5, 1200],
  [0.2, 1],
])(
  'with a session of %s s left, a link of an hour lives %i s and says so [P32]',
  async (session_s, lives_s) => {
    const command = new GetObjectCommand(at);
    const { url, expires_at } = await presign(clientWith(session_s), command, { now, seconds: hour_s });
    const { searchParams } = new URL(url);
    expect(searchParams.get('X-Amz-Expires')).toBe(String(lives_s));
    expect(searchParams.get('X-Amz-Date')).toBe('20261121T100000Z');
    expect(expires_at).toBe(now + lives_s * 1000);
  },
);

test.each([
  [0, hour_s],
  [10 * hour_s, hour_s],
  [10.5 * hour_s, hour_s / 2],
  [10.9 * hour_s, 900],
  [14 * hour_s, 900],
])(
  'a process of Lambda, %i s old, that is not told the end of its session: %i s [P32]',
  async (age_s, lives_s) => {
    const command = new GetObjectCommand(at);
    const { expires_at } = await presign(clientWith(null), command, { now, seconds: hour_s, age_s });
    expect(expires_at).toBe(now + lives_s * 1000);
  },
);

test('keys without a session do not shorten a link [P32]', async () => {
  const client = new S3Client({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const options = { now, seconds: hour_s, age_s: 24 * hour_s };
  expect(await presign(client, new GetObjectCommand(at), options)).toMatchObject({
    expires_at: now + hour_s * 1000,
  });
});

test('a link for an upload signs size, type and the condition, and carries no checksum of an empty body', async () => {
  const file = { ContentLength: 5, ContentType: 'application/pdf', IfNoneMatch: '*' };
  const command = new PutObjectCommand({ ...at, ...file });
  const { url } = await presign(clientWith(null), command, { now, seconds: 60, headers: ['content-type'] });
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toMatch(/\/attachments\/acc_1\/att_1$/);
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
  expect([...searchParams.keys()].filter((name) => name.includes('checksum'))).toEqual([]);
});

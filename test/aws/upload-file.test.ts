import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { uploadFile } from '../../shared/aws/upload-file.ts';

/** S3 as far as it refuses a part whose checksum is not of the kind that its upload was begun with; what was asked of it. */
async function strictS3() {
  let begun: string | null = null;
  const completed: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const kind = request.headers['x-amz-sdk-checksum-algorithm'] ?? null;
    if (request.method === 'POST' && request.url?.includes('uploads')) {
      begun = String(request.headers['x-amz-checksum-algorithm'] ?? null);
      response.end('<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>');
    } else if (request.method === 'PUT' && begun !== String(kind)) {
      response
        .writeHead(400)
        .end(`<Error><Code>InvalidRequest</Code><Message>${begun}, ${kind}</Message></Error>`);
    } else if (request.method === 'PUT') {
      response.writeHead(200, { etag: '"e"', 'x-amz-checksum-crc32': 'AAAAAA==' }).end();
    } else {
      completed.push(body);
      response.end('<CompleteMultipartUploadResult><Key>k</Key></CompleteMultipartUploadResult>');
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = new S3Client({
    ...{ region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 },
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  const close = () => new Promise((done) => server.close(done).closeAllConnections());
  return { client, completed, close };
}

test('M31: the parts of a large file have the kind of checksum that S3 was told, and the end names each', async () => {
  const { client, completed, close } = await strictS3();
  async function* chunks() {
    for (let i = 0; i < 11; i++) yield new Uint8Array(1024 * 1024);
  }
  const headers = { ContentType: 'text/csv', ContentDisposition: 'attachment' };
  await uploadFile(client, { at: { Bucket: 'b', Key: 'k' }, headers, chunks: chunks() }).finally(close);
  expect(completed).toHaveLength(1);
  expect(completed[0]?.match(/<ChecksumCRC32>AAAAAA==<\/ChecksumCRC32>/g)).toHaveLength(3);
});

import { awsOf, clientOptions } from '../../shared/aws/clients.ts';
import { readConfig } from '../../shared/aws/config.ts';
import { s3Bucket } from '../../shared/aws/objects.ts';
import { environment } from '../support/environment.ts';

/** Of the local cloud; reading it puts it into the process, too. */
const local = environment();

/** The link of an upload in a deployment with these variables. */
async function linkWith(variables: Record<string, string | undefined>): Promise<URL> {
  const config = readConfig({ ...local, ...variables });
  const { uploads } = s3Bucket(awsOf(config), 'bodies', () => Date.now());
  const file = { content_type: 'text/plain', size: 1, seconds: 60 };
  const { url } = await uploads.link('attachments/acc_1/att_1', file);
  return new URL(url);
}

test('on AWS a bucket has a host name of its own [P34]', async () => {
  delete process.env.AWS_ENDPOINT_URL;
  try {
    const { hostname, pathname } = await linkWith({ AWS_ENDPOINT_URL: undefined });
    expect(hostname).toBe('bodies.s3.us-east-1.amazonaws.com');
    expect(pathname).toBe('/attachments/acc_1/att_1');
  } finally {
    process.env.AWS_ENDPOINT_URL = local.AWS_ENDPOINT_URL;
  }
});

test('another cloud is asked by path, since the names of its buckets resolve nowhere [P34]', async () => {
  const { host, pathname } = await linkWith({});
  expect(host).toBe(new URL(local.AWS_ENDPOINT_URL ?? '').host);
  expect(pathname).toBe('/bodies/attachments/acc_1/att_1');
});

test('no other client is asked by path', () => {
  expect(clientOptions({ region: 'us-east-1', path_style: true }, 'sqs')).not.toHaveProperty(
    'forcePathStyle',
  );
});

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import dnsPacket from 'dns-packet';
import { freePorts } from '../../localstack/net.ts';
import { beginRun } from '../../localstack/running.ts';
import { startStandIns } from '../../localstack/stand-ins.ts';

/** An address of this machine other than the one that local servers listen on. */
const outer =
  process.platform === 'linux'
    ? '127.0.0.2'
    : Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const folder = mkdtempSync(join(tmpdir(), 'stand-ins-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function standIns(reachedAs?: string) {
  const run = await beginRun(folder);
  const [inbox = 0, inbox_smtp = 0] = await freePorts(2);
  // Nothing here calls the cloud.
  const started = await startStandIns({
    awsEndpoint: 'http://127.0.0.1:9',
    region: 'us-east-1',
    folder,
    run,
    ports: { inbox, inbox_smtp },
    reachedAs,
  });
  const close = async () => {
    await started.close();
    run.forget();
  };
  const isReached = async (url: string) => (await fetch(`${url}/_control`).catch(() => null)) !== null;
  return { ...started, close, isReached };
}

/** Whether a DNS server accepts a NOTIFY, which reads no zone. */
async function answersNotify(server: string): Promise<boolean> {
  const [host = '', port = ''] = server.split(':');
  const socket = connect({ host, port: Number(port) });
  const questions = [{ type: 'SOA' as const, name: 'mailwright.test' }];
  socket.write(dnsPacket.streamEncode({ type: 'query', id: 7, flags: 4 << 11, questions }));
  const [bytes] = await once(socket, 'data');
  socket.destroy();
  return dnsPacket.decode(bytes.subarray(2)).id === 7;
}

test('functions in containers reach SES and DNS under the name that they have for this machine [P49]', async () => {
  const { fromFunctions, sesUrl, isReached, close } = await standIns(outer);
  try {
    expect(new URL(fromFunctions.sesUrl).hostname).toBe(outer);
    expect(await isReached(fromFunctions.sesUrl)).toBe(true);
    expect(await isReached(sesUrl)).toBe(true);
    expect(await answersNotify(fromFunctions.dns)).toBe(true);
  } finally {
    await close();
  }
});

test('without such a name they listen for this machine only [P49]', async () => {
  const { fromFunctions, sesUrl, isReached, close } = await standIns();
  try {
    expect(fromFunctions.sesUrl).toBe(sesUrl);
    expect(await isReached(sesUrl)).toBe(true);
    expect(await isReached(sesUrl.replace('127.0.0.1', outer ?? ''))).toBe(false);
  } finally {
    await close();
  }
});

test('a name without an address is refused with what to give [P49]', async () => {
  await expect(standIns('no-such-host.invalid')).rejects.toThrow('STAND_IN_HOST is "no-such-host.invalid"');
});

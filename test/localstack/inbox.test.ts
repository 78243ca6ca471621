import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInbox } from '../../localstack/inbox/inbox.ts';
import { freePorts } from '../../localstack/net.ts';
import { until } from '../support/until.ts';
import { mail, startWorld, type World } from './world.ts';

async function send(world: World, raw: Buffer, to?: string[]): Promise<string> {
  return (await world.send(raw, { to })).MessageId ?? '';
}

describe('with an inbox', () => {
  let directory: string;
  let inbox: Awaited<ReturnType<typeof startInbox>>;
  let world: World;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'mailwright-inbox-'));
    const [page = 0, smtp = 0] = await freePorts(2);
    const ports = { inbox: page, inbox_smtp: smtp };
    inbox = await startInbox({ mailDirectory: join(directory, 'mails'), ports });
    world = await startWorld({ inbox });
    await world.verifiedDomain('example.com');
  }, 30_000);
  afterAll(async () => {
    await world?.close();
    await inbox?.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function arrived(
    id: string,
  ): Promise<{ id: string; envelope: { from: unknown; to: { address: string }[] } }> {
    return until(
      async () => {
        const mails = (await (await fetch(`${inbox.url}/api/email`)).json()) as {
          id: string;
          envelope: { from: { address: string }; to: { address: string }[] };
        }[];
        return mails.find(({ envelope }) => envelope.from.address.startsWith(id));
      },
      { within_ms: 10_000, what: `${id} in the inbox` },
    );
  }

  test('a message arrives with the very bytes that SES sends, and with its whole envelope, Bcc too', async () => {
    const body = '.a line with a dot\r\n..\r\nGr\xfc\xdfe  \r\n\r\n';
    const id = await send(world, mail({ Bcc: 'eve@example.net' }, body), [
      'bob@example.net',
      'eve@example.net',
    ]);
    const found = await arrived(id);
    expect(found.envelope.to.map(({ address }) => address)).toEqual(['bob@example.net', 'eve@example.net']);
    const response = await fetch(`${inbox.url}/api/email/${found.id}/source`);
    const source = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(source).toBe(await world.source(id));
    expect(source).not.toContain('eve@example.net');
  });

  test('a message to quoted local parts arrives, its header as it was', async () => {
    const to = ['"a@b"@example.net', '"a b"@example.net', '"a>b"@example.net', '""@example.net'];
    const found = await arrived(await send(world, mail({ To: to.join(', ') }, 'hi\r\n'), to));
    expect(found.envelope.to.map(({ address }) => address)).toEqual(['a_b@example.net', '_@example.net']);
  });

  test('a closed inbox fails no send; what it missed is counted', async () => {
    await inbox.close();
    await send(world, mail());
    await until(async () => (await world.status()).stats.inbox_failed === 1, {
      within_ms: 15_000,
      what: 'the count',
    });
  }, 20_000);
});

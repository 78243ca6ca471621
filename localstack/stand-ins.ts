import { startDns } from './dns/dns.ts';
import { startInbox } from './inbox/inbox.ts';
import type { OwnRun } from './running.ts';
import { startSes } from './ses/ses.ts';

type StandIns = {
  sesUrl: string;
  /** Where SES receives mail (R58). */
  sesSmtpPort: number;
  inboxUrl: string;
  dns: { host: string; port: number };
  close: () => Promise<void>;
};

/** What the emulator lacks: SES, a DNS server over its Route 53, and an inbox for what SES sends. */
export async function startStandIns(options: {
  awsEndpoint: string;
  region: string;
  folder: string;
  run: OwnRun;
}): Promise<StandIns> {
  const { awsEndpoint, region, folder, run } = options;
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    await Promise.all(closers.map((closer) => closer()));
  };
  const keep = <Part extends { close: () => Promise<void> }>(part: Part): Part => {
    closers.push(part.close);
    return part;
  };
  try {
    const [dns, inbox] = await Promise.all([
      startDns({ awsEndpoint }).then(keep),
      startInbox({
        mailDirectory: `${folder}/inbox`,
        onSpawn: (pid) => run.addProcess('inbox', pid),
      }).then(keep),
    ]);
    const address = { host: dns.host, port: dns.port };
    const ses = keep(await startSes({ awsEndpoint, region, dns: address, inbox, dataDir: `${folder}/ses` }));
    return { sesUrl: ses.url, sesSmtpPort: ses.smtpPort, inboxUrl: inbox.url, dns: address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

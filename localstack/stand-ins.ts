import { lookup } from 'node:dns/promises';
import { startDns } from './dns/dns.ts';
import { type InboxPorts, startInbox } from './inbox/inbox.ts';
import type { OwnRun } from './running.ts';
import { startSes } from './ses/ses.ts';

type StandIns = {
  sesUrl: string;
  /** SES and DNS as the functions reach them. LocalStack runs functions in containers (P49). */
  fromFunctions: { sesUrl: string; dns: string };
  sesSmtpPort: number;
  inboxUrl: string;
  dns: { host: string; port: number };
  close: () => Promise<void>;
};

/** The services that the emulator lacks: SES, a DNS server over its Route 53, and an inbox for SES's mail. */
export async function startStandIns(options: {
  awsEndpoint: string;
  region: string;
  folder: string;
  /** Where SES and the inbox save their data for the next start. */
  stateFolder?: string | undefined;
  run: OwnRun;
  ports: InboxPorts;
  /**
   * Name or address at which containers reach this machine. Unless it is 127.0.0.1, SES and DNS listen on all
   * addresses.
   */
  reachedAs?: string | undefined;
}): Promise<StandIns> {
  const { awsEndpoint, region, folder, stateFolder, run, ports, reachedAs } = options;
  // A list of resolvers can only have addresses.
  const address = reachedAs === undefined ? here : await addressOf(reachedAs);
  const host = address === here ? here : '0.0.0.0';
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
      startDns({ awsEndpoint, host }).then(keep),
      startInbox({
        mailDirectory: `${stateFolder ?? folder}/inbox`,
        ports,
        onSpawn: (pid) => run.addProcess('inbox', pid),
      }).then(keep),
    ]);
    const nearDns = { host: here, port: dns.port };
    const ses = keep(
      await startSes({
        awsEndpoint,
        region,
        dns: nearDns,
        inbox,
        host,
        reachedAs,
        dataDir: `${folder}/ses`,
        stateFolder,
      }),
    );
    const urlAt = (name: string) => `http://${name}:${ses.port}`;
    return {
      sesUrl: urlAt(here),
      fromFunctions: { sesUrl: urlAt(reachedAs ?? here), dns: `${address}:${dns.port}` },
      sesSmtpPort: ses.smtpPort,
      inboxUrl: inbox.url,
      dns: nearDns,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const here = '127.0.0.1';

async function addressOf(name: string): Promise<string> {
  try {
    return (await lookup(name, { family: 4 })).address;
  } catch {
    throw new Error(
      `STAND_IN_HOST is "${name}", which this machine can't resolve to an IPv4 address. Use an IPv4 address instead.`,
    );
  }
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readStack } from './environment.ts';
import { findMails } from './inbox.ts';
import { until } from './until.ts';

const stack = readStack();

/** `signatures` has the result of each DKIM-Signature, from the top. The other fields are for the first one. */
type Verdict = {
  verified: boolean;
  domain: string;
  covered: string[];
  signatures: { selector: string; verified: boolean }[];
};

const python = `.local/venv/${process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python'}`;

/** dkimpy's verdict on a message, with the key in the local cloud's DNS. */
export async function verdictOf(message: Buffer): Promise<Verdict> {
  const { host, port } = stack.dns;
  const running = promisify(execFile)(python, ['test/dkim/verify.py', host, String(port)]);
  running.child.stdin?.end(message);
  return JSON.parse((await running).stdout) as Verdict;
}

/** The message as it is in the recipient's inbox. */
export async function delivered(to: string): Promise<Buffer> {
  const { id } = await until(
    async () => {
      const [mail] = await findMails<{ id: string }>({ 'envelope.to.address': to });
      return mail;
    },
    { what: `mail for ${to}` },
  );
  const source = await fetch(`${stack.inbox_url}/api/email/${id}/download`);
  return Buffer.from(await source.arrayBuffer());
}

import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/** The longest wait: a name that is new to DNS is known everywhere within minutes. */
const patience_ms = 180_000;
/** SES looks for the DKIM records of a new identity every few minutes. */
const sender_ms = 600_000;

/** Whether the API answers in its own words: a request without a key is refused by the function behind it. */
export const waitForApi = (origin: string, within_ms = patience_ms): Promise<boolean> =>
  comesTrue(within_ms, async () => (await fetch(`${origin}/api/emails`)).status === 401);

/** Whether SES has verified this identity. `say` gets a line when that takes longer than one look. */
export async function waitForSender(
  region: string,
  EmailIdentity: string,
  say: (line: string) => void,
  within_ms = sender_ms,
): Promise<boolean> {
  const ses = new SESv2Client({ region });
  const verified = () =>
    ses.send(new GetEmailIdentityCommand({ EmailIdentity })).then(
      ({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true,
      // A caller who may not look leaves it to the doctor.
      ({ name }) => name === 'AccessDeniedException',
    );
  if (await comesTrue(0, verified)) return true;
  say(`Waiting for SES to verify ${EmailIdentity} (up to ten minutes).`);
  return comesTrue(within_ms, verified);
}

/** Polls until `look` returns true. An error counts as false. */
async function comesTrue(within_ms: number, look: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + within_ms;
  for (;;) {
    if (await look().catch(() => false)) return true;
    if (Date.now() >= end) return false;
    await setTimeout(2_000);
  }
}

/** `npm run doctor` on the deployment: one line per link on the terminal; whether all of them hold. */
export function runDoctor(stage: string): boolean {
  const command = ['tools/doctor.ts', '--stage', stage];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0;
}

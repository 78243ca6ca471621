import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/** The longest wait. A new DNS name is known everywhere within minutes. */
const patience_ms = 180_000;
/** SES checks a new identity's DKIM records every few minutes. */
const sender_ms = 600_000;

/** Whether the API itself responds. A function must reject the request, because it has no key. */
export const waitForApi = (origin: string, within_ms = patience_ms): Promise<boolean> =>
  comesTrue(within_ms, async () => (await fetch(`${origin}/api/emails`)).status === 401);

/** Whether SES has verified this identity. `say` gets a line if that takes more than one check. */
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
      // If the caller can't look, the doctor will.
      ({ name }) => name === 'AccessDeniedException',
    );
  if (await comesTrue(0, verified)) return true;
  say(`Waiting up to ten minutes for SES to verify ${EmailIdentity}.`);
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

/** Runs `npm run doctor` on the deployment, with one line per check. Returns whether all passed. */
export function runDoctor(stage: string): boolean {
  const command = ['tools/doctor.ts', '--stage', stage];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0;
}

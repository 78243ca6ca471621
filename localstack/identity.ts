import { generateKeyPairSync } from 'node:crypto';
import { AwsError, createAwsApi } from './aws-api.ts';
import { eventually } from './net.ts';
import { publishRecords } from './zones.ts';

const selector = 'svc-local0';

/**
 * Makes `domain` a verified sending identity of the local SES, signed with a key of ours, and publishes its
 * DKIM, SPF and return-path records in the local DNS (A15). Safe to repeat.
 */
export async function createLocalIdentity(
  environment: Record<string, string>,
  domain: string,
): Promise<void> {
  const { AWS_ENDPOINT_URL = '', AWS_ENDPOINT_URL_SESV2 = '', AWS_REGION = '', SERVICE_DOMAIN } = environment;
  const ses = createAwsApi(AWS_ENDPOINT_URL_SESV2, AWS_REGION);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
  const made = await createIdentity(ses, domain, key);
  if (made) {
    const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    await publishRecords(createAwsApi(AWS_ENDPOINT_URL, AWS_REGION), domain, [
      { name: `${selector}._domainkey.${domain}`, type: 'TXT', value: `v=DKIM1; k=rsa; p=${p}` },
      { name: domain, type: 'TXT', value: `v=spf1 include:spf.${SERVICE_DOMAIN} ~all` },
      { name: `rp.${domain}`, type: 'CNAME', value: `rp.${SERVICE_DOMAIN}` },
    ]);
  }
  await eventually(() => isVerified(ses, domain), {
    seconds: 15,
    complaint: `the local SES does not verify ${domain}`,
  });
}

async function createIdentity(
  ses: ReturnType<typeof createAwsApi>,
  domain: string,
  key: string,
): Promise<boolean> {
  const body = {
    EmailIdentity: domain,
    DkimSigningAttributes: { DomainSigningSelector: selector, DomainSigningPrivateKey: key },
  };
  try {
    await ses.call('ses', {
      method: 'POST',
      path: '/v2/email/identities',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof AwsError && error.message.includes('already exist')) return false;
    throw error;
  }
  await ses.call('ses', {
    method: 'PUT',
    path: `/v2/email/identities/${domain}/mail-from`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ MailFromDomain: `rp.${domain}`, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' }),
  });
  return true;
}

async function isVerified(ses: ReturnType<typeof createAwsApi>, domain: string): Promise<true | undefined> {
  const identity = JSON.parse(
    await ses.call('ses', { method: 'GET', path: `/v2/email/identities/${domain}` }),
  );
  return identity.VerifiedForSendingStatus || undefined;
}

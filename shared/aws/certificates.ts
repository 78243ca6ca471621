import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { type Aws, clientOptions } from './clients.ts';

/** PEM texts. `certificate` may be a chain. */
type Certificate = { certificate: string; private_key: string };

/** Hides JSON.parse's error, which quotes the secret. The reason for an unusable certificate is logged. */
function parse(text: string): Partial<Certificate> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the secret is not JSON');
  }
}

async function fromSecret(aws: Aws, arn: string): Promise<Certificate> {
  const { readSecretText } = await import('./secret-text.ts');
  const { certificate, private_key } = parse(await readSecretText(aws, arn));
  if (typeof certificate !== 'string' || typeof private_key !== 'string')
    throw new Error('the secret has no certificate and private_key');
  return { certificate, private_key };
}

/** ACM exports the key encrypted with a passphrase used only for this call. */
async function fromAcm(aws: Aws, arn: string): Promise<Certificate> {
  const { ACMClient, ExportCertificateCommand } = await import('@aws-sdk/client-acm');
  const client = new ACMClient(clientOptions(aws, 'acm'));
  const passphrase = randomBytes(32).toString('hex');
  const asked = { CertificateArn: arn, Passphrase: Buffer.from(passphrase) };
  const exported = await client.send(new ExportCertificateCommand(asked));
  const { Certificate = '', CertificateChain = '', PrivateKey = '' } = exported;
  const key = createPrivateKey({ key: PrivateKey, passphrase });
  return {
    certificate: `${Certificate.trim()}\n${CertificateChain.trim()}\n`,
    private_key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Throws unless key and certificate match and are valid now. */
function check({ certificate, private_key }: Certificate, now: number): void {
  const leaf = new X509Certificate(certificate);
  if (!leaf.checkPrivateKey(createPrivateKey(private_key)))
    throw new Error('the private key belongs to another certificate');
  if (Date.parse(leaf.validFrom) > now) throw new Error('the certificate is not valid yet');
  if (Date.parse(leaf.validTo) <= now) throw new Error('the certificate has expired');
}

/** The certificate from a Secrets Manager secret or ACM, by ARN. Throws if unusable. */
export async function readCertificate(aws: Aws, arn: string, now: number): Promise<Certificate> {
  const read = arn.split(':')[2] === 'acm' ? fromAcm : fromSecret;
  const certificate = await read(aws, arn);
  check(certificate, now);
  return certificate;
}

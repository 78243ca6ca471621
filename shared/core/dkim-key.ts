import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** A new 2,048-bit RSA key in base64, as SES takes it: public (SPKI) and private (PKCS #8). */
export async function makeDkimKey(): Promise<{ public_key: string; private_key: string }> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 });
  return {
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

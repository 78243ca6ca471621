import { createPrivateKey } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';

/**
 * The fields that the signature covers if present. Not Date, Message-ID, Return-Path, and Feedback-ID, which
 * SES writes itself.
 */
const headerFieldNames = `from:reply-to:sender:to:cc:subject:in-reply-to:references:mime-version:content-type:\
content-transfer-encoding:list-unsubscribe:list-unsubscribe-post`;

/** `private_key`: PKCS #8 in base64. */
type Signer = { domain: string; selector: string; private_key: string };

/**
 * Adds our DKIM signature on top (RFC 6376: rsa-sha256, relaxed/relaxed). Existing signatures stay. It has no
 * timestamp, so each attempt has the same bytes.
 */
export async function withDkimSignature(
  raw: Buffer,
  { domain: domainName, selector: keySelector, private_key }: Signer,
): Promise<Buffer> {
  const key = createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' });
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  return buffer(new DKIM({ domainName, keySelector, privateKey, headerFieldNames }).sign(raw));
}

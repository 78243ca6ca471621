import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** PEM texts. `certificate` may be a chain. */
export type Certificate = { certificate: string; private_key: string };

const length = (bytes: number): Buffer => {
  if (bytes < 128) return Buffer.from([bytes]);
  const octets = bytes < 256 ? [bytes] : [bytes >> 8, bytes & 255];
  return Buffer.from([0x80 + octets.length, ...octets]);
};

/** One DER value: tag, length, content. */
const der = (tag: number, ...content: Buffer[]): Buffer => {
  const whole = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), length(whole.length), whole]);
};
const sequence = (...content: Buffer[]) => der(0x30, ...content);
const text = (tag: number, value: string) => der(tag, Buffer.from(value, 'latin1'));

const commonName = Buffer.from('0603550403', 'hex');
const ecdsaSha256 = Buffer.from('06082a8648ce3d040302', 'hex');
const altNames = Buffer.from('0603551d11', 'hex');
const constraints = Buffer.from('0603551d13', 'hex');

const nameOf = (host: string) => sequence(der(0x31, sequence(commonName, text(0x0c, host.slice(0, 64)))));

/** `20261122104500Z`. */
const timeOf = (at: number) => text(0x18, `${new Date(at).toISOString().replace(/\..*|[-:T]/g, '')}Z`);

const altName = (host: string) =>
  isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : text(0x82, host);

function extensions(hosts: string[]): Buffer {
  const names = sequence(altNames, der(0x04, sequence(...hosts.map(altName))));
  const authority = sequence(
    constraints,
    der(0x01, Buffer.from([255])),
    der(0x04, sequence(der(0x01, Buffer.from([255])))),
  );
  return der(0xa3, sequence(authority, names));
}

const day_ms = 86_400_000;

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;

/** A P-256 key and a self-signed certificate for these names, valid for ten years. */
export function selfSigned(hosts: [string, ...string[]], now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
  const name = nameOf(hosts[0]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    sequence(ecdsaSha256),
    name,
    sequence(timeOf(now - day_ms), timeOf(now + 3650 * day_ms)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(hosts),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, sequence(ecdsaSha256), der(0x03, Buffer.from([0]), signature));
  return {
    certificate: pem(certificate),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

import crypto, { type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { localFolder } from '../../localstack/running.ts';

type Pair = { publicKey: KeyObject; privateKey: KeyObject };

const file = `${localFolder}/rsa-keys.json`;
const size = 12;
// The module outlives a test file, so this is its state before the first one.
const original = Symbol.for('generateKeyPair');
const kept = crypto as typeof crypto & { [original]?: typeof crypto.generateKeyPair };
kept[original] ??= crypto.generateKeyPair;
const generate = promisify(kept[original]);

/** Private keys of earlier tests, in PEM. */
function readKeys(): string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

let keys = readKeys();
let taken = Math.floor(Math.random() * size);

async function takePair(type: 'rsa', options: { modulusLength: number }): Promise<Pair> {
  if (type !== 'rsa' || options.modulusLength !== 2048) return generate(type, options);
  if (keys.length < size) keys = readKeys();
  if (keys.length < size) {
    const pair = await generate(type, options);
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    keys = [...readKeys(), pem];
    mkdirSync(localFolder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(keys));
    renameSync(`${file}.${process.pid}`, file);
    return pair;
  }
  const privateKey = crypto.createPrivateKey(keys[taken++ % size] ?? '');
  return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
}

/**
 * For jest's `setupFiles`. An RSA key takes 200 ms of CPU, and tests create hundreds, so each is one of a few
 * existing ones. Which one differs from call to call.
 */
Object.assign(crypto, {
  generateKeyPair: Object.assign(() => {}, { [promisify.custom]: takePair }),
});

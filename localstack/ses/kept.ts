import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ConfigurationSet } from './configuration-sets.ts';
import type { Identity } from './identities.ts';
import type { Ses } from './state.ts';
import type { KeptTenant } from './tenants.ts';

/** What SES knows about its customers, without messages. */
type KeptState = {
  identities: Identity[];
  sets: ConfigurationSet[];
  tenants: KeptTenant[];
};

const fileIn = (folder: string) => `${folder}/ses-identities.json`;

export function readState(folder: string | undefined): KeptState {
  const file = folder && fileIn(folder);
  const saved = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return { identities: [], sets: [], tenants: [], ...saved };
}

/** The file contains private keys, so only its owner can read it. */
export function writeState(folder: string, { identities, sets, tenants }: Ses): void {
  const state: KeptState = {
    identities: identities.list(),
    sets: sets.list(),
    tenants: tenants.kept(),
  };
  writeFileSync(fileIn(folder), JSON.stringify(state), { mode: 0o600 });
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Identity } from './identities.ts';
import type { Ses } from './state.ts';
import type { KeptTenant } from './tenants.ts';

/** SES's data about its customers, without messages. */
type KeptState = { identities: Identity[]; tenants: KeptTenant[] };

const fileIn = (folder: string) => `${folder}/ses-identities.json`;

export function readState(folder: string | undefined): KeptState {
  const file = folder && fileIn(folder);
  if (!file || !existsSync(file)) return { identities: [], tenants: [] };
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The file contains private keys, so only its owner can read it. */
export function writeState(folder: string, { identities, tenants }: Ses): void {
  const state: KeptState = {
    identities: identities.list(),
    tenants: tenants.kept(),
  };
  writeFileSync(fileIn(folder), JSON.stringify(state), { mode: 0o600 });
}

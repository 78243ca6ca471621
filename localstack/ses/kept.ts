import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Identity } from './identities.ts';
import type { Ses } from './state.ts';
import type { KeptTenant, Suppressed } from './tenants.ts';

/** SES's data about its customers, without messages. */
type KeptState = { identities: Identity[]; suppressed: Suppressed[]; tenants: KeptTenant[] };

const fileIn = (folder: string) => `${folder}/ses-identities.json`;

export function readState(folder: string | undefined): KeptState {
  const file = folder && fileIn(folder);
  if (!file || !existsSync(file)) return { identities: [], suppressed: [], tenants: [] };
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The file contains private keys, so only its owner can read it. */
export function writeState(folder: string, { identities, suppressions, tenants }: Ses): void {
  const state: KeptState = {
    identities: identities.list(),
    suppressed: suppressions.list([]),
    tenants: tenants.kept(),
  };
  writeFileSync(fileIn(folder), JSON.stringify(state), { mode: 0o600 });
}

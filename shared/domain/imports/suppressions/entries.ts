import type { ImportProvider } from '../../../core/records/imports.ts';
import type { List, OptOut, Suppression, SuppressionReason } from '../../../core/records/lists.ts';
import { derivedId, timestamp } from '../../../core/runtime.ts';

const oldest = Date.UTC(2000, 0, 1);
const noteCharacters = 500;

/** What an entry is made of. */
type EntryInput = {
  list: List;
  provider: ImportProvider;
  address: string;
  text: string;
  /** When the provider added it, epoch ms; null: it does not say. */
  at: number | null;
  /** When the import began, epoch ms. */
  started: number;
  import_id: string;
  mark: string;
};

/** The provider's date where it can be true, else the start of the import: a repetition makes the same id (M57). */
const createdAt = ({ at, started }: EntryInput): number =>
  at !== null && at >= oldest && at <= started ? at : started;

function noteOf({ provider, text }: EntryInput): string {
  const words = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return [...(words === '' ? provider : `${provider}: ${words}`)].slice(0, noteCharacters).join('');
}

/** An imported suppression (M57). */
export function importedSuppression(input: EntryInput, reason: SuppressionReason): Suppression {
  const { list, address, import_id, mark } = input;
  const at = createdAt(input);
  return {
    id: derivedId('sup', at, list.account, address, import_id),
    email: address,
    reason,
    tenant: list.tenant,
    source: 'import',
    email_id: null,
    note: noteOf(input),
    created_at: timestamp(at),
    import: mark,
  };
}

/** An imported opt-out: of product mail, never of newsletters (M56). */
export function importedOptOut(input: EntryInput): OptOut {
  const { list, address, import_id, mark } = input;
  const at = createdAt(input);
  return {
    id: derivedId('opt', at, list.account, address, import_id),
    email: address,
    category: 'product',
    tenant: list.tenant,
    email_id: null,
    source: 'import',
    created_at: timestamp(at),
    import: mark,
  };
}

import type { ImportProvider } from '../../../core/records/imports.ts';
import type { List, OptOut, Suppression, SuppressionReason } from '../../../core/records/lists.ts';
import { derivedId, type Id, timestamp } from '../../../core/runtime.ts';
import type { EntryRow } from '../providers/provider.ts';
import type { Work } from '../slice.ts';

const oldest = Date.UTC(2000, 0, 1);
const noteCharacters = 500;

type EntryInput = Pick<EntryRow, 'address' | 'text' | 'at'> &
  Pick<Work, 'started'> & { list: List; provider: ImportProvider; import_id: Id<'mig'>; mark: string };

function noteOf({ provider, text }: EntryInput): string {
  const words = text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
  const note = words.trim() === '' ? provider : `${provider}: ${words.trim()}`;
  return [...note].slice(0, noteCharacters).join('');
}

/** The provider's date if plausible, or the import's start, so a repeated request creates the same id. */
function entryOf<Kind extends 'sup' | 'opt'>(kind: Kind, input: EntryInput) {
  const { list, address, at, started, import_id, mark } = input;
  const created = at !== null && at >= oldest && at <= started ? at : started;
  return {
    id: derivedId(kind, created, list.account, address, import_id),
    email: address,
    tenant: list.tenant,
    source: 'import' as const,
    email_id: null,
    created_at: timestamp(created),
    import: mark,
  };
}

export const importedSuppression = (input: EntryInput, reason: SuppressionReason): Suppression => ({
  ...entryOf('sup', input),
  reason,
  note: noteOf(input),
});

/** An opt-out from product email, never from newsletters. */
export const importedOptOut = (input: EntryInput): OptOut => ({
  ...entryOf('opt', input),
  category: 'product',
});

import { AppError, notFound } from '../../core/errors.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { AccountRemovals, Base, Identity, Sessions } from '../context.ts';
import type { Identities } from '../ports/sending.ts';

/**
 * After this time, the account's requests have ended, because every cache learns of the suspension within 30
 * s.
 */
const quiet_ms = 60_000;

type Deleted = { account_id: Id<'acc'>; deleted: true; items: number; objects: number };
type DeletionPreview = {
  account_id: Id<'acc'>;
  deleted: false;
  email: string;
  would_delete: Record<string, number>;
};

async function previewDeletion(ctx: Identity & Sessions, id: Id<'acc'>): Promise<DeletionPreview> {
  const account = await ctx.accounts.get(id);
  if (account === null) throw notFound('Account');
  const [counts, members] = await Promise.all([ctx.accounts.readCounts(id), ctx.members.list(id)]);
  const would_delete = { ...counts, members: members.length };
  return { account_id: id, deleted: false, email: account.email, would_delete };
}

/**
 * The operator's `delete-account`. Unless `confirm` is the id, it only shows what would be deleted. Otherwise
 * it suspends the account for good. A minute later it deletes everything the account owns, repeating until a
 * pass finds no late writes, and then its SES tenant. Failing steps are retried, and the command resumes
 * after any interruption. `say` gets one line per step. Throws 404 and 503.
 */
export async function deleteAccount(
  ctx: Base & Identity & Sessions & AccountRemovals,
  identities: Pick<Identities, 'deleteTenant'>,
  { id, confirm }: { id: Id<'acc'>; confirm: string | null },
  say: (line: string) => void,
): Promise<Deleted | DeletionPreview> {
  if (confirm !== id) return previewDeletion(ctx, id);
  const begun = await ctx.account_removals.begin(id, timestamp(ctx.runtime.now()));
  if (begun === null) throw notFound('Account');
  const wait = Date.parse(begun.deleting_at ?? '') + quiet_ms - ctx.runtime.now();
  if (wait > 0) {
    say(`suspended; requests in progress end within ${Math.ceil(wait / 1000)} s`);
    await ctx.runtime.sleep(wait);
  }
  const step = persistently(ctx, say);
  let [items, objects] = [0, 0];
  for (;;) {
    objects += await step(() => ctx.account_removals.emptyBucket(id));
    const found = await step(() => ctx.account_removals.emptyTable(id, ctx.runtime.now));
    items += found;
    say(`${items} items and ${objects} objects deleted`);
    if (found === 0) break;
  }
  // By now, no domain check remains that could create the tenant again.
  await step(() => identities.deleteTenant(id));
  items += await step(() => ctx.account_removals.end(id));
  return { account_id: id, deleted: true, items, objects };
}

/** Seconds between attempts of a failing step, for a busy table or a brief outage. */
const waits_s = [1, 5, 15, 30, 60];

/** Retries a failing step. After the last wait, throws 503 that says how to resume. */
function persistently({ runtime }: Base, say: (line: string) => void) {
  return async <T>(step: () => Promise<T>): Promise<T> => {
    for (let made = 0; ; made++) {
      try {
        return await step();
      } catch (cause) {
        const { name } = cause as Error;
        const wait_s = waits_s[made];
        if (wait_s === undefined) {
          const message = `The deletion stopped (${name}). Run the same command again to resume it.`;
          throw new AppError('unavailable', message, { cause });
        }
        say(`interrupted (${name}); retrying in ${wait_s} s`);
        await runtime.sleep(wait_s * 1000);
      }
    }
  };
}

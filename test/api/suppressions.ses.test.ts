import { emailRoutes } from '../../functions/emails/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { sweepSesList } from '../../shared/domain/suppressions/sweep-ses-list.ts';
import { inProcess, keyWith, testContext, verifiedDomain } from '../support/api.ts';
import { environment } from '../support/environment.ts';
import { listAccount } from '../support/lists.ts';
import { until } from '../support/until.ts';

const ctx = testContext();
const setUp = () => listAccount(ctx);

/** An accepted email to `to`; its id. */
async function sentEmail(account: { id: string }, to: string): Promise<string> {
  const domain = `${ctx.runtime.id('dom').slice(4)}.example.com`;
  await verifiedDomain(ctx, account.id, domain);
  const body = { from: `a@${domain}`, to, subject: 's', text: 't' };
  const key = await keyWith(ctx, account.id, ['emails:send']);
  return String((await inProcess(ctx, emailRoutes, key)('POST', '/emails', { body })).body.id);
}

test("P18: removals from the tenant's list and the account's are one call a second; what SES has no time for waits", async () => {
  const waiting = ['a@x.example', 'b@x.example'].map((address) => ({
    id: ctx.runtime.id('sup'),
    account: 'acc_x',
    address,
    email_id: null,
  }));
  const ses_removals: Context['ses_removals'] = {
    list: async () => [...waiting],
    delete: async (id) =>
      void waiting.splice(
        waiting.findIndex((row) => row.id === id),
        1,
      ),
  };
  const asked: [address: string, tenant: string | null][] = [];
  const pauses: number[] = [];
  const outcomes = ['removed', 'absent', 'refused', 'later'] as const;
  const ses = {
    remove: async (address: string, tenant: string | null) =>
      outcomes[asked.push([address, tenant]) - 1] ?? ('removed' as const),
  };
  const sweep = () => sweepSesList({ ...ctx, ses_removals }, ses, async (ms) => void pauses.push(ms));
  expect(await sweep()).toBe(1);
  const ofBoth = (address: string) => [
    [address, 'acc_x'],
    [address, null],
  ];
  expect(asked).toEqual([...ofBoth('a@x.example'), ...ofBoth('b@x.example')]);
  expect(pauses).toEqual([1000, 1000, 1000]);
  expect(await sweep()).toBe(1);
  expect([asked.slice(4), waiting]).toEqual([ofBoth('b@x.example'), []]);
});

test.each([null, 'tenant'])(
  "P18, H26: SES's list (%s) is asked for the address as SES was handed it",
  async (kind) => {
    const { account, list } = await setUp();
    const ses = environment().AWS_ENDPOINT_URL_SES;
    const TenantName = kind === null ? undefined : account.id;
    const send = (method: string, path: string, body: Record<string, unknown>) =>
      fetch(`${ses}/v2/email/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    if (TenantName) expect((await send('POST', 'tenants', { TenantName })).status).toBe(200);
    const put = (EmailAddress: string) =>
      send('PUT', 'suppression/addresses', { EmailAddress, Reason: 'BOUNCE', TenantName });
    const query = TenantName ? `?TenantName=${TenantName}` : '';
    const status = async (address: string) =>
      (await fetch(`${ses}/v2/email/suppression/addresses/${encodeURIComponent(address)}${query}`)).status;
    const spelt = `Ada.${account.id}@Sub.Example`;
    const handed = `Ada.${account.id}@sub.example`;
    expect((await put(handed)).status).toBe(200);
    expect(await status(handed)).toBe(200);
    const email = await sentEmail(account, spelt);
    await ctx.suppressions.raise(list, {
      id: ctx.runtime.id('sup'),
      email: handed.toLowerCase(),
      reason: 'bounce',
      tenant: null,
      source: 'event',
      email_id: email,
      note: null,
      created_at: new Date().toISOString(),
    });
    await ctx.suppressions.remove(list, handed.toLowerCase());
    // The deployed sweep may be quicker: either of the two takes it off.
    await until(
      async () => {
        await sweepSesList(ctx, ctx.ses_list, async () => {});
        return (await status(handed)) === 404;
      },
      { what: 'the address off the list of SES' },
    );
  },
);

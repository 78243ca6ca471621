import { firstId } from '../../shared/core/runtime.ts';
import { testContext } from '../support/api.ts';
import { linksOf } from '../support/browser.ts';
import { owner } from '../support/owner.ts';

const ctx = testContext();
const nothingMatches = 'Nothing matches these filters.';

/** What each list says where it has nothing, and filters that nothing passes. */
const lists = {
  '/emails': ['No emails yet.', 'status=bounced', 'to=b@acme.test'],
  '/templates': ['No templates yet.', 'category=product', 'status=published'],
  '/domains': ['No domains yet.', 'status=failed'],
  '/tenants': ['No tenants yet.', 'status=paused'],
  '/suppressions': ['No suppressed addresses.', 'reason=complaint', 'email=b@acme.test'],
  '/opt-outs': ['No one has unsubscribed yet.', 'category=product', 'email=b@acme.test'],
  '/received': ['No email received yet.', 'from=b@acme.test', 'since=2026-01-01T00:00'],
  '/automations': ['No automations yet.', 'status=active'],
};

test.each(Object.entries(lists))(
  '%s does not say that nothing exists where a filter hides what there is [D30]',
  async (page, [none = '', ...filters]) => {
    const { browser } = await owner(ctx, { domain: false });
    for (const query of ['', '?limit=50', '?done=deleted', `?${filters[0]?.split('=')[0]}=`]) {
      const { text } = await browser.get(`${page}${query}`);
      expect({ query, none: text.includes(none), nothingMatches: text.includes(nothingMatches) }).toEqual({
        query,
        none: true,
        nothingMatches: false,
      });
    }
    for (const query of filters) {
      const { status, text } = await browser.get(`${page}?${query}`);
      expect({ query, status, none: text.includes(none) }).toEqual({ query, status: 200, none: false });
      expect({ query, nothingMatches: text.includes(nothingMatches) }).toEqual({
        query,
        nothingMatches: true,
      });
      const links = linksOf(text).filter((href) => href === page);
      // The navigation, the filter's chip, and the notice.
      expect([query, links.length]).toEqual([query, 3]);
    }
  },
);

test('a page behind the last entry of a list says that there is nothing older [D30]', async () => {
  const { browser, call } = await owner(ctx, { domain: false });
  const made = ['a', 'b'].map((one) => call('POST', '/tenants', { body: { external_id: one } }));
  await Promise.all(made);
  const { body } = await call('GET', '/tenants?limit=1');
  const { tenants } = (await call('GET', '/tenants')).body as unknown as { tenants: { id: string }[] };
  await call('DELETE', `/tenants/${tenants[1]?.id}`);
  const { text } = await browser.get(`/tenants?limit=1&cursor=${body.next_cursor}`);
  expect([text.includes('No tenants yet.'), text.includes('No older entries.')]).toEqual([false, true]);
});

test('the log of a webhook does not say that nothing was delivered where a filter hides it [D30]', async () => {
  const { browser, call } = await owner(ctx, { domain: false });
  const made = await call('POST', '/webhooks', { body: { url: 'https://hooks.acme.test/in' } });
  const { id } = made.body.webhook as { id: string };
  expect((await browser.get(`/webhooks/${id}`)).text).toContain('No deliveries yet.');
  const { text } = await browser.get(`/webhooks/${id}?status=failed`);
  expect([text.includes('No deliveries yet.'), text.includes(nothingMatches)]).toEqual([false, true]);
});

test('the overview does not say that no email failed where older ones were not looked at [D30, Q14]', async () => {
  const { browser, call, domain } = await owner(ctx);
  const message = { from: `a@${domain}`, to: 'b@acme.test', subject: 'x', text: 'x' };
  await call('POST', '/emails', { body: message });
  expect((await browser.get('/')).text).toContain('No emails failed or bounced.');
  const { list } = ctx.emails;
  const before = firstId('msg', ctx.runtime.now() - 60_000);
  ctx.emails.list = async (input) => ({ ...(await list(input)), next: before });
  const { text } = await browser.get('/').finally(() => {
    ctx.emails.list = list;
  });
  expect(text).toContain('None of the newest emails failed or bounced.');
  expect(text).not.toContain('No emails failed or bounced.');
});

import { testClock, testContext } from '../support/api.ts';
import { createBrowser, outlineOf } from '../support/browser.ts';
import { pathOf, peopled } from '../support/dashboard-world.ts';

const clock = testClock();
const ctx = testContext({ runtime: clock.runtime });

type World = Awaited<ReturnType<typeof peopled>>;
let world: World;
beforeAll(async () => {
  world = await peopled(ctx, 'plain words');
});

/** The table of D24: page, its h1, what is pressed on it, the columns of its lists. */
const pages: [path: string, h1: string, controls: string[], heads?: string[]][] = [
  ['/', 'Overview', [], ['Day', 'Accepted', 'Delivered', 'Bounced', 'Complained']],
  [
    '/emails',
    'Emails',
    ['Filter', 'Send email'],
    ['Recipient', 'Subject', 'Status', 'Last event', 'Created'],
  ],
  ['/emails/{id}', 'plain words', ['Resend'], ['Address', 'Field', 'Status', 'Delivered', 'Opens', 'Clicks']],
  ['/emails/new', 'Send an email', ['Use template', 'Send email']],
  [
    '/scheduled',
    'Scheduled',
    ['Cancel email'],
    ['Recipient', 'Subject', 'Scheduled for', 'Tenant', 'Action'],
  ],
  ['/templates', 'Templates', ['Filter', 'New template'], ['Name', 'Alias', 'Subject', 'State']],
  ['/templates/new', 'New template', ['Save draft']],
  ['/templates/{alias}', 'plain words', ['Save draft', 'Publish', 'Duplicate', 'Delete', 'Send test to me']],
  [
    '/domains',
    'Domains',
    ['Filter', 'Add domain'],
    ['Name', 'Status', 'Tenant', 'Emails, 7 days', 'Bounce rate', 'Complaint rate', 'Verified'],
  ],
  ['/domains/new', 'Add a domain', ['Add domain']],
  ['/domains/{name}', '{domains}', ['Check now', 'Preview DNS changes', 'Save', 'Delete']],
  ['/domains/{name}/apply', 'DNS changes for {domains}', ['Apply changes']],
  [
    '/tenants',
    'Tenants',
    ['Filter', 'Create tenant'],
    ['Name', 'External id', 'Status', 'Emails, 7 days', 'Bounce rate', 'Complaint rate', 'Daily limit'],
  ],
  ['/tenants/new', 'Create a tenant', ['Create tenant']],
  ['/tenants/{external_id}', 'plain words', ['Pause', 'Save', 'Delete']],
  [
    '/suppressions',
    'Suppressions',
    ['Add addresses', 'Remove', 'Export CSV', 'Filter'],
    ['Address', 'Reason', 'Source', 'List', 'Email and note'],
  ],
  ['/suppressions/new', 'Add addresses', ['Add address', 'Import CSV']],
  ['/settings/members/invite', 'Invite a member', ['Invite member'], ['Role', 'Permissions']],
  ['/opt-outs', 'Opt-outs', ['Filter', 'Export CSV']],
  [
    '/webhooks',
    'Webhooks',
    ['Create webhook'],
    ['URL and description', 'State', 'Success rate', 'Last response', 'Failing since', 'Events'],
  ],
  ['/webhooks/new', 'Create a webhook', ['Create webhook']],
  [
    '/webhooks/{id}',
    'hooks.acme.test',
    ['Save', 'Disable', 'Send test event', 'Rotate secret', 'Replay failed', 'Delete', 'Filter'],
    ['Event', 'Status', 'Attempts', 'Response'],
  ],
  ['/webhooks/{id}/deliveries/{delivery}', 'Delivery', ['Replay']],
  ['/received', 'Received', ['Filter'], ['From', 'To', 'Subject', 'Spam', 'Attachments', 'Received']],
  ['/received/{id}', 'plain words', ['Delete']],
  ['/events', 'Events', ['Send event']],
  ['/automations', 'Automations', ['Filter', 'New automation'], ['Name', 'Status', 'Trigger event']],
  ['/automations/new', 'New automation', ['Create draft']],
  [
    '/automations/{id}',
    'plain words',
    // It is active: of its definition only the name can be saved.
    ['Save', 'Pause', 'Pause to edit', 'Duplicate', 'Delete', 'Dry run'],
    ['Event', 'Status', 'Person', 'Current step', 'Why it ended', 'Started'],
  ],
  ['/automations/{id}/runs/{run}', 'Run', []],
  ['/automations/{id}/runs/{run}/cancel', 'Cancel run', ['Cancel run']],
  ['/imports', 'Imports', ['New import'], ['Provider', 'Status']],
  ['/imports/new', 'New import', ['Preview', 'Start import']],
  ['/imports/{id}', 'Import', ['Download CSV'], ['Resource', 'Found', 'Imported', 'Skipped', 'Failed']],
  [
    '/api-keys',
    'API keys',
    ['Create API key', 'Delete'],
    ['Name', 'Scopes', 'Limits', 'Expires', 'Last used', 'Action'],
  ],
  ['/api-keys/new', 'Create an API key', ['Create API key']],
  [
    '/smtp-credentials',
    'SMTP credentials',
    ['Create credential', 'Delete'],
    ['Name', 'Limits', 'Expires', 'Last used'],
  ],
  ['/smtp-credentials/new', 'Create an SMTP credential', ['Create credential']],
  ['/settings', 'Settings', []],
  [
    '/settings/members',
    'Members',
    ['Invite member', 'Change role', 'Remove'],
    ['Email', 'Role', 'Status', 'Last seen'],
  ],
  [
    '/settings/sessions',
    'Sessions',
    ['End session', 'Sign out everywhere'],
    ['Browser', 'Signed in', 'Last seen'],
  ],
  ['/accounts', 'Choose an account', ['Continue']],
];

/** Lists on a narrow screen: the columns behind the third one are not in view. */
const states = ['Status', 'State', 'Spam'];

async function shown(path: string) {
  clock.advance(2_000);
  const { status, text } = await world.browser.get(path);
  return { status, ...outlineOf(text) };
}

test('every page of the table has its name, title, buttons and columns [D24]', async () => {
  const { account, ids, browser } = world;
  const scheduled_at = new Date(clock.runtime.now() + 86_400_000).toISOString();
  const form = { account: account.id, request: 'r'.repeat(43), from: `a@${ids.domains}`, to: 'b@acme.test' };
  await browser.post('/emails/new', { ...form, subject: 'Later', text: 'x', scheduled_at });
  for (const [path, h1, controls, heads = []] of pages) {
    const { status, ...page } = await shown(pathOf(path, ids));
    const name = h1.replace('{domains}', ids.domains ?? '');
    expect([path, status, page.h1, page.title]).toEqual([path, 200, name, `${name} · Mailwright`]);
    expect([path, page.controls]).toEqual([path, expect.arrayContaining(controls)]);
    expect([path, page.heads]).toEqual([path, expect.arrayContaining(heads)]);
    const at = page.heads.findIndex((head) => states.includes(head));
    expect({ path, near: path.includes('{') || at < 3 }).toEqual({ path, near: true });
  }
});

test('what was paused, published, disabled or planned has the buttons of its state [D24]', async () => {
  const { account, ids, browser } = world;
  const press = async (path: string, fields: Record<string, string> = {}) => {
    clock.advance(2_000);
    const { status } = await browser.post(path, { account: account.id, ...fields });
    expect([path, status]).toEqual([path, 303]);
  };
  const offered = async (path: string) => (await shown(path)).controls;
  await press(`/templates/${ids.templates}/publish`);
  expect(await offered('/templates/one')).toEqual(expect.arrayContaining(['Unpublish', 'Delete']));
  await press(`/tenants/${ids.tenants}/pause`);
  expect(await offered('/tenants/one')).toContain('Resume');
  await press(`/webhooks/${ids.webhooks}/disable`);
  expect(await offered(`/webhooks/${ids.webhooks}`)).toContain('Enable');
  await press(`/automations/${ids.automations}/pause`);
  expect(await offered(`/automations/${ids.automations}`)).toContain('Activate');
  const waiting = (await browser.get('/scheduled')).text;
  const email = /msg_[0-9a-z]{26}/.exec(waiting)?.[0];
  expect(waiting).toContain(`href="/emails/${email}#scheduled_at"`);
  expect(await offered(`/emails/${email}`)).toEqual(expect.arrayContaining(['Cancel email', 'Reschedule']));
});

test('who is not signed in is asked for an address, then for the code [D24]', async () => {
  const stranger = createBrowser(ctx);
  const asked = outlineOf((await stranger.get('/sign-in')).text);
  expect([asked.title, asked.controls]).toEqual([`${asked.h1} · Mailwright`, ['Email me a link']]);
  await stranger.post('/sign-in', { email: 'ada@acme.test' });
  const check = outlineOf((await stranger.get('/sign-in/check')).text);
  expect(check.controls).toEqual(['Sign in']);
});

test('an owner changes the role of a member by its row [D20]', async () => {
  const { account, browser } = world;
  const email = 'row@acme.test';
  const fields = { account: account.id, email };
  await browser.post('/settings/members/invite', { ...fields, role: 'support' });
  const changed = await browser.post('/settings/members/change-role', { ...fields, role: 'developer' });
  expect(changed.location).toBe('/settings/members?done=saved');
  const none = await browser.post('/settings/members/change-role', { ...fields, role: 'king' });
  expect(none.status).toBe(400);
  const all = await ctx.members.list(account.id as never);
  expect(all.find((one) => one.email === email)).toMatchObject({ role: 'developer' });
});

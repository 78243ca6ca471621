import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { StackFile } from '../../localstack/environment.ts';
import { localZone } from '../support/dns.ts';
import { receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { apiOf } from './objects.ts';
import { choosesAThemeAndUtc, opensANumber, opensARow, readsInTabs, searchesSparingly } from './reading.ts';
import { open, type Story } from './story.ts';
import { faultsOf } from './visits.ts';

/** D2, D5: the email's link, opened in the browser that requested it. */
async function signsInByMail(story: Story): Promise<void> {
  const context = await story.context.browser()?.newContext();
  if (context === undefined) throw new Error('no browser');
  const { page, keys } = await open({ ...story, context }, '/sign-in');
  const asked = Date.now();
  await keys.fill('Email', String(story.stack.account_email));
  await keys.enter();
  await keys.heading('Check your email');
  const link = await until(() => mailedLink(story.stack, asked), { what: 'the sign-in mail' });
  await page.goto(link);
  await keys.press('Sign in');
  await keys.heading('Overview');
  await context.close();
}

/** The link in the newest sign-in email after that moment. */
async function mailedLink({ inbox_url, dashboard_url }: StackFile, after: number): Promise<string | null> {
  type Mail = { time?: string; date?: string; text?: string };
  const mails = (await (await fetch(`${inbox_url}/api/email`)).json()) as Mail[];
  const links = mails
    .filter(({ time, date }) => Date.parse(time ?? date ?? '') >= after - 1_000)
    .map(({ text = '' }) => /https?:\S+\/sign-in\/[0-9A-Za-z]{43}/.exec(text)?.[0])
    .filter((link) => link?.startsWith(dashboard_url));
  return links.at(-1) ?? null;
}

async function findsAndResends(story: Story): Promise<void> {
  const to = `k${randomBytes(4).toString('hex')}@acme.test`;
  const from = `a@${story.stack.sending_domain}`;
  await apiOf(story.stack)('POST', '/emails', { from, to, subject: 'Where is my mail?', text: 'x' });
  const { page, keys } = await open(story, '/');
  await page.keyboard.press('/');
  await page.keyboard.type(to);
  // Enter waits for the results of what was typed.
  await page.keyboard.press('Enter');
  await keys.heading('Where is my mail?');
  await keys.press('Resend', 'link');
  await keys.heading('Resend email');
  await keys.press('Resend');
  await keys.says('The email is being resent. This is the new email.');
  await page.close();
}

/** D90: a combobox that keeps the focus, whose options are announced, and that leaves the page as it was. */
async function opensFromThePalette(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/emails');
  const chosen = () =>
    page.evaluate(() => {
      const { activeElement: field } = document;
      const option = document.getElementById(field?.getAttribute('aria-activedescendant') ?? '');
      return [field?.getAttribute('role'), option?.getAttribute('aria-selected'), option?.textContent];
    });
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Send an email' }).waitFor();
  assert.deepEqual(await faultsOf(page), []);
  assert.deepEqual(await chosen(), ['combobox', 'true', 'Send an email']);
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await chosen(), ['combobox', 'true', 'Create a template']);
  await page.keyboard.press('Escape');
  await keys.heading('Emails');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('no such thing');
  await page.getByRole('status').filter({ hasText: 'Searched: pages and actions' }).waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('api key create');
  await page.keyboard.press('Enter');
  await keys.heading(/^Create an API key/);
  await page.close();
}

async function cancelsASchedule(story: Story): Promise<void> {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const from = `a@${story.stack.sending_domain}`;
  const email = { from, to: 'b@acme.test', subject: 'Not this one', text: 'x', scheduled_at };
  await apiOf(story.stack)('POST', '/emails', email);
  const { page, keys } = await open(story, '/scheduled');
  await keys.press('Not this one', 'link');
  await keys.heading('Not this one');
  await keys.press('Cancel email', 'link');
  await keys.heading('Cancel email');
  await keys.press('Cancel email');
  await keys.says('The email was canceled.');
  await page.close();
}

async function suppressesAndLifts(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/suppressions/new');
  await keys.fill('Email', 'off@acme.test');
  await keys.enter();
  await keys.says('The address is suppressed.');
  const row = page.getByRole('row').filter({ hasText: 'off@acme.test' });
  await keys.to(row.getByRole('link', { name: 'Remove' }));
  await keys.enter();
  await keys.heading(/^Remove/);
  await keys.press('Remove');
  await keys.says('The address can receive email again.');
  assert.equal(await row.count(), 0);
  await page.close();
}

async function writesATemplate(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/templates/new');
  await keys.fill('Name', 'Receipt');
  await keys.fill('Alias', 'receipt');
  await keys.fill('Subject', 'Hello {{name}}');
  await keys.fill('HTML', '<p>Dear {{name}}</p>');
  // The field of the variable appears while typing.
  await page.getByLabel('Default').waitFor();
  await keys.fill('Default', 'Ada');
  await page.frameLocator('iframe.light:not(.next)').getByText('Dear Ada').waitFor();
  await keys.press('Save draft');
  await keys.says('The draft was saved.');
  await page.frameLocator('iframe.light').getByText('Dear Ada').waitFor();
  await keys.press('Publish');
  await keys.says('The draft is published');
  await page.close();
}

/** A18: verified with apply alone. */
async function setsUpADomain(story: Story): Promise<void> {
  const name = `k${randomBytes(4).toString('hex')}.test`;
  await localZone(name);
  const { page, keys } = await open(story, '/domains/new');
  await keys.fill('Domain', name);
  await keys.enter();
  await keys.says('The domain was added.');
  await keys.press('Preview DNS changes', 'link');
  await keys.heading(`DNS changes for ${name}`);
  await keys.fill('DNS host', 'route53');
  await keys.fill('Access key id', story.stack.aws_access_key_id);
  await keys.fill('Secret access key', story.stack.aws_secret_access_key);
  await keys.press('Apply changes');
  await keys.says('The records were written.');
  await keys.press('Check now');
  await keys.heading(name);
  // The page shows the change by itself (D41).
  await page.locator('#now[data-final]').waitFor({ timeout: 90_000 });
  await page.close();
}

async function testsAWebhook(story: Story): Promise<void> {
  const { url, received } = await receiver();
  const { page, keys } = await open(story, '/webhooks/new');
  await keys.fill('URL', url);
  await keys.to(page.getByLabel('email.bounced', { exact: true }));
  await page.keyboard.press('Space');
  await keys.press('Create webhook');
  await keys.heading('Webhook created');
  assert.match(await page.getByLabel('Secret', { exact: true }).inputValue(), /^whsec_/);
  await keys.press('Continue', 'link');
  await keys.press('Send test event');
  await keys.says('A test event is on its way.');
  const arrived = (count: number) =>
    until(async () => received.length >= count, { what: `post ${count} to the webhook` });
  await arrived(1);
  await keys.press('Replay');
  await keys.says('The delivery is being replayed.');
  await arrived(2);
  await page.close();
}

/** D33: on reload, a key's page creates and shows no key. */
async function makesAKey(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/api-keys/new');
  await keys.fill('Name', 'By keyboard');
  await keys.press('Create API key');
  await keys.heading('API key created');
  const secret = page.getByLabel('Secret', { exact: true });
  assert.match(await secret.inputValue(), /^svc_/);
  await page.reload();
  assert.equal(await secret.count(), 0);
  await page.close();
}

async function runsAnAutomationDry(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/automations/new');
  await keys.fill('Name', 'Welcome');
  await keys.fill('Trigger event', 'user.signed_up');
  await keys.fill('From', `a@${story.stack.sending_domain}`);
  await keys.fill('Subject', 'Welcome {{event.email}}');
  await keys.fill('Text', 'Hello');
  await keys.press('Create draft');
  await keys.says('The automation was saved.');
  await keys.press('Add a step before step 1', 'link');
  await keys.press('Delay For a while, or until a date or time of day', 'link');
  await keys.fill('Duration', '1');
  await keys.press('Add step');
  await keys.says('The step was added.');
  await keys.to(page.locator('a#flow-1'));
  await keys.enter();
  await page.getByRole('heading', { name: 'Step 2: send email' }).waitFor();
  await keys.fill('Subject', 'Hello {{event.email}}');
  const asked = page.waitForEvent('dialog').then(async (question) => {
    await question.dismiss();
    return question.type();
  });
  await keys.press('Dry run', 'link');
  assert.equal(await asked, 'beforeunload');
  await keys.press('Save');
  await keys.says('The automation was saved.');
  assert.equal(await page.getByLabel('Subject', { exact: true }).inputValue(), 'Hello {{event.email}}');
  await keys.press('Move up');
  await page.getByRole('heading', { name: 'Step 1: send email' }).waitFor();
  await keys.press('Move down');
  await page.getByRole('heading', { name: 'Step 2: send email' }).waitFor();
  await keys.press('Dry run', 'link');
  await keys.fill('Email', 'ada@acme.test');
  await keys.press('Start dry run');
  await keys.says('Nothing was stored or sent.');
  const steps = await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').allInnerTexts();
  assert.deepEqual(
    steps.map((row) => /Delay|Send email/.exec(row)?.[0]),
    ['Delay', 'Send email'],
  );
  await page.close();
}

/** M13: in as many requests as necessary, with the key typed once. A failed one can be sent again. */
async function imports(story: Story): Promise<void> {
  const { page, keys } = await open(story, '/imports/new');
  await keys.fill('Provider', story.provider.name);
  await keys.fill('Provider API key', story.provider.key);
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  const failing = { status: 503, json: { message: 'Service Unavailable' } };
  await page.route('**/imports/continue', (route) => route.fulfill(failing), { times: 1 });
  await keys.press('Start import');
  await page.getByText('No response.').waitFor({ timeout: 90_000 });
  await keys.press('Continue');
  await page.getByText('The import is finished.').waitFor({ timeout: 90_000 });
  assert.ok(requests.length > 1, `${requests}`);
  const focused = await page.evaluate(() => document.activeElement?.tagName);
  assert.equal(focused, 'H1');
  await page.getByRole('heading', { name: 'Webhook secrets, shown only once' }).first().waitFor();
  assert.ok(!(await page.content()).includes(story.provider.key));
  await keys.press('View this import', 'link');
  await page.getByRole('table', { name: 'Results by resource' }).waitFor();
  await page.close();
}

/** What people come to do, each by keyboard alone (D43). */
export const stories: Record<string, (story: Story) => Promise<void>> = {
  'sign in by mail': signsInByMail,
  'find an email and resend it': findsAndResends,
  'open from the palette': opensFromThePalette,
  'search sparingly': searchesSparingly,
  'read an email in its tabs': readsInTabs,
  'choose a theme and UTC': choosesAThemeAndUtc,
  'open the emails of a number': opensANumber,
  'open an email from its row': opensARow,
  'cancel a schedule': cancelsASchedule,
  'suppress and lift': suppressesAndLifts,
  'write, preview and publish a template': writesATemplate,
  'set a domain up to verified by apply': setsUpADomain,
  'create a webhook, test and replay it': testsAWebhook,
  'create a key, shown once': makesAKey,
  'build an automation, edit a step, and run it dry': runsAnAutomationDry,
  'an import with its report': imports,
};

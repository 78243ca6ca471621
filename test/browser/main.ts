import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { startCloud } from '../../localstack/cloud.ts';
import { localFolder } from '../../localstack/running.ts';
import { createSteps } from '../../localstack/steps.ts';
import { accountsOf } from '../support/import-accounts.ts';
import { stopReceivers } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { type Browser, findChromium, startChromium } from './chromium.ts';
import { checkDashboard } from './dashboard.ts';
import { checkDocs } from './docs.ts';
import { compareNewsletters } from './newsletters.ts';
import type { Provider } from './story.ts';
import {
  askWithoutClicking,
  hint,
  listen,
  newsletter,
  oneClick,
  press,
  stateOf,
  stay,
  type World,
} from './unsubscribe.ts';

const steps = createSteps();

/** H40, RFC 8058: opening an unsubscribe link changes nothing. The button and one click do. */
async function check(browser: Browser, world: World): Promise<void> {
  const told = await listen(world);
  const first = await steps.run('a newsletter in the inbox', () => newsletter(world));
  const state = () => stateOf(world, first.id, told);
  const before = await state();
  const unchanged = async () => assert.deepEqual(await state(), before);
  await steps.run('HEAD, OPTIONS, GET ahead: nothing changed', async () => {
    await askWithoutClicking(first.link);
    await unchanged();
  });
  await steps.run('prefetch and prerender: nothing changed', async () => {
    await hint(browser, first.link);
    await unchanged();
  });
  const tab = await steps.run('the page open for 10 s: nothing changed', async () => {
    const opened = await stay(browser, first.link);
    await unchanged();
    return opened;
  });
  const after = {
    ...before,
    opt_outs: [`${first.reader} newsletter`, ...before.opt_outs],
    last_event: 'unsubscribed',
    told: [`${first.reader} link category`],
  };
  await steps.run('the button pressed: unsubscribed, told once', async () => {
    await press(tab);
    await until(async () => told.length > 0, { what: 'contact.unsubscribed' });
    assert.deepEqual(await state(), after);
  });
  await steps.run('one click: 200, once and again, told once', async () => {
    const second = await newsletter(world);
    for (let i = 0; i < 2; i++) await oneClick(second.link);
    await until(async () => told.length > 1, { what: 'contact.unsubscribed' });
    assert.deepEqual(await stateOf(world, second.id, told), {
      ...after,
      opt_outs: [`${second.reader} newsletter`, ...after.opt_outs],
      told: [...after.told, `${second.reader} one_click category`],
    });
  });
}

/** An account at SendGrid that asks once to wait, so that its import takes more than one request (M9). */
async function importAccount(): Promise<Provider> {
  const { stand, body } = await accountsOf.sendgrid((label) => `${label}-${process.pid}.test`);
  const reply = { status: 429, headers: { 'retry-after': '2' } };
  stand.faults.push({ when: /suppression\/bounces/, reply });
  Object.assign(process.env, { IMPORT_SENDGRID_US_URL: stand.url, IMPORT_SLICE_SECONDS: '1' });
  return { name: body.provider, key: body.api_key };
}

async function main(): Promise<void> {
  const program = findChromium();
  if (program === null) {
    throw new Error(
      'No Chromium found: install it (Debian: apt install chromium) or name it: CHROMIUM=/path/to/chrome',
    );
  }
  const folder = `${localFolder}/browser-${process.pid}`;
  const provider = await importAccount();
  const cloud = await startCloud({ folder, steps, webhookTargets: 'any' });
  // Where the test helpers look for it.
  process.env.MAILWRIGHT_STACK = `${folder}/stack.json`;
  try {
    const origin = cloud.stack.dashboard_url;
    await steps.run('every page of the documentation, light and dark', () => checkDocs(program, origin));
    const pictures = `${localFolder}/pictures`;
    const dashboard = await checkDashboard(program, {
      stack: cloud.stack,
      provider,
      folder: pictures,
      steps,
    });
    process.stdout.write(`  ${JSON.stringify(dashboard)}, pictures in ${pictures}\n`);
    const browser = await steps.run('Chromium', () => startChromium(program));
    try {
      await steps.run('newsletters look the same when they are tracked', () => compareNewsletters(browser));
      await check(browser, cloud.stack);
    } finally {
      await browser.close();
    }
  } finally {
    await stopReceivers();
    await cloud.close();
  }
  // A failed run keeps its logs.
  rmSync(folder, { recursive: true, force: true });
  steps.total('passed');
}

await main().catch((error) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});

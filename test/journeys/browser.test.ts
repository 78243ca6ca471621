import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../browser/chromium.ts';
import { newCustomer, operate } from './world.ts';

const program = findChromium();

/** `npm run check -- browser` has all pages, stories, and live parts. */
(program === null ? test.skip : test)(
  'a page of each kind in a browser, where one is found: axe, the policy and narrow screens have no fault [D46]',
  async () => {
    const { email, domain } = await newCustomer();
    const { url } = await operate('sign-in-link', '--email', email);
    const args = ['test/browser/quick.ts', String(program), String(url), domain];
    await promisify(execFile)(process.execPath, args);
  },
);

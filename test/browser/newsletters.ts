import assert from 'node:assert/strict';
import { newsletters } from '../support/newsletters.ts';
import { track } from '../support/tracked.ts';
import type { Browser, Tab } from './chromium.ts';

type Look = { height: number; picture: string; links: number };

/** What a reader sees of an email, 700 pixels wide and `height` high, without remote pictures. */
async function lookOf(tab: Tab, html: string, height?: number): Promise<Look> {
  const { frameTree } = (await tab.send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } };
  await tab.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
  const expression = '[document.documentElement.scrollHeight, document.links.length]';
  const { result } = (await tab.send('Runtime.evaluate', { expression, returnByValue: true })) as {
    result: { value: [number, number] };
  };
  const [full, links] = result.value;
  const clip = { x: 0, y: 0, width: 700, height: height ?? full, scale: 1 };
  const { data } = await tab.send('Page.captureScreenshot', { clip, captureBeyondViewport: true });
  return { height: full, picture: String(data), links };
}

/** The pixel itself, and a final margin that no longer collapses with the page's own. */
const more_px = 20;

/** E16: with tracked links and the pixel, an email looks the same, except that it may end a few pixels later. */
export async function compareNewsletters(browser: Browser): Promise<number> {
  const tab = await browser.newTab();
  await tab.send('Page.enable');
  await tab.send('Network.enable');
  await tab.send('Network.setBlockedURLs', { urls: ['*'] });
  await tab.send('Emulation.setDeviceMetricsOverride', {
    width: 700,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  });
  const all = newsletters();
  for (const { name, html } of all) {
    const before = await lookOf(tab, html);
    const { html: tracked } = await track({ html }, { opens: true, clicks: true });
    const after = await lookOf(tab, tracked ?? '', before.height);
    assert.equal(after.picture === before.picture, true, `${name} looks different`);
    assert.ok(
      after.height - before.height <= more_px,
      `${name} is ${after.height - before.height} px higher`,
    );
    assert.equal(after.links, before.links, name);
  }
  return all.length;
}

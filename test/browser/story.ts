import type { BrowserContext, Page } from 'playwright-core';
import type { StackFile } from '../../localstack/environment.ts';
import { keyboardOf } from './keyboard.ts';

export type Story = { context: BrowserContext; stack: StackFile; provider: Provider };

/** Where an import finds a provider account, and the account's key. */
export type Provider = { name: string; key: string };

type Told = { page: Page; keys: ReturnType<typeof keyboardOf> };

/** A page of the dashboard, used by keyboard. */
export async function open({ context, stack }: Story, path: string): Promise<Told> {
  const page = await context.newPage();
  await page.goto(`${stack.dashboard_url}${path}`);
  return { page, keys: keyboardOf(page) };
}

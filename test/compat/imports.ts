import { randomBytes } from 'node:crypto';
import type { Context } from '../../shared/domain/context.ts';
import { fakePostmark, serverToken } from '../support/postmark.ts';
import { templatesOfPostmark } from '../support/provider-templates.ts';
import { withProvider } from '../support/stand-in.ts';
import type { Post } from './world.ts';

const row = (name: string, SuppressionReason: string) => ({
  EmailAddress: `${name}@imported.example`,
  SuppressionReason,
  Origin: 'Recipient',
  CreatedAt: '2024-12-17T08:58:33-05:00',
});

/** One completed import, and one that waits for its provider with spooled rows. */
export async function recordImports(ctx: Context, post: Post): Promise<{ done: string; waiting: string }> {
  const provider = await fakePostmark();
  const { providers } = withProvider(ctx, provider.url);
  Object.assign(ctx, { providers });
  provider.suppressions.outbound = [row('a', 'HardBounce'), row('b', 'ManualSuppression')];
  provider.suppressions.broadcast = [row('a', 'ManualSuppression')];
  provider.webhooks.push({ Url: 'https://192.0.43.10/imported', Triggers: { Open: { Enabled: true } } });
  const template = { TemplateId: 7, Name: 'Imported', Alias: 'imported', Subject: 's' };
  templatesOfPostmark(provider).push({ ...template, HtmlBody: '<p>{{x}}</p>' });
  // One request's report that is too large for the table.
  for (let i = 0; i < 150; i++)
    provider.webhooks.push({
      Url: `ftp://192.0.43.10/${randomBytes(200).toString('base64url')}`,
      Triggers: { Open: { Enabled: true } },
    });
  const body = { provider: 'postmark', api_key: serverToken };
  const done = await post('/migrations', body);
  provider.faults.push({ when: /broadcast/, reply: { status: 429, headers: { 'retry-after': '300' } } });
  const waiting = await post('/migrations', { ...body, resources: ['suppressions'] });
  return { done: done.migration.id, waiting: waiting.migration.id };
}

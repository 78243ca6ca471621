import type { Mailwright } from '@mailwright/sdk';

export type Params = Parameters<Mailwright['migrations']['create']>[0];
export type Migration = Awaited<ReturnType<Mailwright['migrations']['create']>>;

/** What an import can bring over, in the order in which it does (M16), and from where. */
export const importResources = ['domains', 'webhooks', 'templates', 'suppressions'] as const;
export const importProviders = ['sendgrid', 'postmark', 'mailgun'] as const;
export const importRegions = ['us', 'eu'] as const;

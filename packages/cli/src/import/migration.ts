import type { Mailwright } from '@mailwright/sdk';

export type Params = Parameters<Mailwright['migrations']['create']>[0];
export type Migration = Awaited<ReturnType<Mailwright['migrations']['create']>>;

/** The resources of an import, in the order in which they are brought over, and its sources. */
export const importResources = ['domains', 'webhooks', 'templates', 'suppressions'] as const;
export const importProviders = ['sendgrid', 'postmark', 'mailgun'] as const;
export const importRegions = ['us', 'eu'] as const;

import type { Mailwright } from '@mailwright/sdk';

export type Params = Parameters<Mailwright['migrations']['create']>[0];
export type Migration = Awaited<ReturnType<Mailwright['migrations']['create']>>;

/** An import's resources, in import order, and its sources. */
export const importResources = ['domains', 'webhooks', 'templates', 'suppressions'] as const;
export const importProviders = ['sendgrid', 'postmark', 'mailgun'] as const;
export const importRegions = ['us', 'eu'] as const;

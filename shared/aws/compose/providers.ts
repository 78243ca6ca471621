import type { Providers } from '../../domain/ports/imports.ts';
import { providerRequests } from '../../net/provider-requests.ts';
import type { Family } from './compose.ts';

/** The APIs of other providers, where the deployment says they are (M7). */
export const providers: Family<Providers> = ({ config }) => ({
  providers: providerRequests({
    sendgrid_us: config.IMPORT_SENDGRID_US_URL,
    sendgrid_eu: config.IMPORT_SENDGRID_EU_URL,
    postmark: config.IMPORT_POSTMARK_URL,
    mailgun_us: config.IMPORT_MAILGUN_US_URL,
    mailgun_eu: config.IMPORT_MAILGUN_EU_URL,
  }),
});

import type { Imports, Providers } from '../../domain/ports/imports.ts';
import { providerRequests } from '../../net/provider-requests.ts';
import { importLimitStore, importRowStore, importStore } from '../../store/imports.ts';
import type { Family } from '../compose.ts';

export const imports: Family<Imports> = ({ base, table, objects }) => ({
  imports: importStore(table, objects),
  import_limits: importLimitStore(table, base.runtime),
  import_rows: importRowStore(objects),
});

/** APIs of other providers, at the addresses the deployment sets. */
export const providers: Family<Providers> = ({ config }) => ({
  providers: providerRequests({
    sendgrid_us: config.IMPORT_SENDGRID_US_URL,
    sendgrid_eu: config.IMPORT_SENDGRID_EU_URL,
    postmark: config.IMPORT_POSTMARK_URL,
    mailgun_us: config.IMPORT_MAILGUN_US_URL,
    mailgun_eu: config.IMPORT_MAILGUN_EU_URL,
  }),
});

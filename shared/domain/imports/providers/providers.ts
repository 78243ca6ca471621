import type { ImportProvider } from '../../../core/records/imports.ts';
import { mailgun } from './mailgun/map.ts';
import { postmark } from './postmark/map.ts';
import type { Provider } from './provider.ts';
import { sendgrid } from './sendgrid/map.ts';

export const providersByName: Record<ImportProvider, Provider> = { sendgrid, postmark, mailgun };

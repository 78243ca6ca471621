import type { ImportProvider } from '../../../core/records/imports.ts';
import type { Provider } from './provider.ts';
import { sendgrid } from './sendgrid/map.ts';

/** Every provider that this release imports from. */
export const providersByName: Record<ImportProvider, Provider> = { sendgrid };

import type { ImportProvider } from '../../../core/records/imports.ts';
import type { Settings } from '../../settings.ts';
import changes from './code-changes.json' with { type: 'json' };

type CodeChange = { stack: string; label: string; diff: string };

/** The addresses that a changed program uses; `smtp_relay`: whether there is one. */
type Addresses = Pick<Settings, 'base_url' | 'smtp_host' | 'smtp_relay'>;

/** The changes in a program that sends through this provider, by its language (M61). */
export const codeChanges = (
  provider: ImportProvider,
  { base_url, smtp_host, smtp_relay }: Addresses,
): CodeChange[] =>
  changes[provider]
    .filter(({ stack }) => smtp_relay || stack !== 'smtp')
    .map(({ stack, label, diff }) => ({
      stack,
      label,
      diff: diff.replaceAll('{base_url}', () => base_url).replaceAll('{smtp_host}', () => smtp_host),
    }));

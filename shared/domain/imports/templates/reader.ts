import type { TemplateHead } from '../../../core/records/imports.ts';
import type { Base } from '../../context.ts';
import type { Providers } from '../../ports/imports.ts';
import type { Called, Connection } from '../call-provider.ts';
import type { Source } from '../providers/provider.ts';
import type { Dialect } from './dialect.ts';
import type { TemplateSource } from './source.ts';

/** A template with its content, or why it has none. */
export type ReadTemplate = { dialect: Dialect; source: TemplateSource } | { failed: 'no_version' };

/** How a provider's templates are read (M43). */
export type TemplateReader = {
  /** Domains that have a list each; without it there is one list. */
  domains?: (ctx: Base & Providers, connection: Connection) => Promise<Called<Source[]>>;
  /** A list as a whole; `domain` null: there is one. `several`: its templates have namesakes in other lists. */
  list: (
    ctx: Base & Providers,
    connection: Connection,
    of: { domain: string | null; several: boolean },
  ) => Promise<Called<TemplateHead[]>>;
  read: (ctx: Base & Providers, connection: Connection, head: TemplateHead) => Promise<Called<ReadTemplate>>;
  /** Whether the provider puts styles into the elements when it sends, which is not done here (M27). */
  inlines_css: boolean;
};

const idCharacters = 8;

/** The first letters and digits of a source id, without SendGrid's `d-` (M42). */
export const shortId = (source_id: string, length = idCharacters): string =>
  source_id
    .replace(/^d-/, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, length)
    .toLowerCase();

/** Text of a provider's field; "" and what is no text are none (M43). */
export const partOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

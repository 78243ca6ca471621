import { isObject, type Json } from '../../../../core/json-path.ts';
import type { TemplateHead } from '../../../../core/records/imports.ts';
import { textOf } from '../../../../core/text-of.ts';
import type { Base } from '../../../context.ts';
import type { Providers } from '../../../ports/imports.ts';
import { slugOf } from '../../../templates/create-template.ts';
import { callProvider } from '../../call-provider.ts';
import { readAll } from '../../read-pages.ts';
import { partOf } from '../../templates/reader.ts';
import type { Called, Connection, ReadTemplate, TemplateReader } from '../provider.ts';
import { mailgunSources } from './client.ts';
import { mailgunDialect } from './dialect.ts';
import { linkedPage } from './wire.ts';

const folder = (domain: string) => `/v3/${encodeURIComponent(domain)}/templates`;

async function list(
  ctx: Base & Providers,
  connection: Connection,
  { domain, several }: { domain: string | null; several: boolean },
): Promise<Called<TemplateHead[]>> {
  const path = (link: string | null) => `${folder(domain ?? '')}?limit=100${link === null ? '' : `&${link}`}`;
  const called = await readAll(ctx, connection, { path, pageOf: linkedPage });
  if (called.outcome !== 'ok') return called;
  const heads = called.value.filter(isObject).flatMap((row): TemplateHead[] => {
    const name = textOf(row.name);
    const source_id = several ? `${domain}/${name}` : name;
    const names = { source_id, name, slug: slugOf(name), suffix: slugOf(domain ?? '') };
    return name === '' ? [] : [{ ...names, at: { id: name, domain } }];
  });
  return { outcome: 'ok', value: heads };
}

/** A header of the version, in whatever case it is written. */
function header({ headers }: Json, name: string): string | null {
  if (!isObject(headers)) return null;
  return partOf(Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]);
}

const readVersion = (version: Json): ReadTemplate => ({
  dialect: mailgunDialect,
  source: {
    subject: header(version, 'subject'),
    html: partOf(version.template),
    text: null,
    layout: null,
    has_sender: header(version, 'from') !== null || header(version, 'reply-to') !== null,
  },
});

const templateOf = (body: unknown): Json | null =>
  isObject(body) && isObject(body.template) ? body.template : null;

const createdAt = ({ createdAt: at }: Json): number => Date.parse(textOf(at)) || 0;

/** The newest version of a template without an active one. */
async function readNewest(
  ctx: Base & Providers,
  connection: Connection,
  path: string,
): Promise<Called<ReadTemplate>> {
  const called = await callProvider(ctx, connection, {
    path: `${path}/versions?limit=100`,
    read: (body) => {
      const versions = templateOf(body)?.versions;
      return Array.isArray(versions) || versions === null ? (versions ?? []).filter(isObject) : null;
    },
  });
  if (called.outcome !== 'ok') return called;
  const [newest] = called.value.toSorted((a, b) => createdAt(b) - createdAt(a));
  if (newest === undefined) return { outcome: 'ok', value: { failed: 'no_version' } };
  const whole = await callProvider(ctx, connection, {
    path: `${path}/versions/${encodeURIComponent(textOf(newest.tag))}`,
    read: templateOf,
  });
  if (whole.outcome !== 'ok') return whole;
  const { version } = whole.value;
  return { outcome: 'ok', value: isObject(version) ? readVersion(version) : { failed: 'no_version' } };
}

async function read(
  ctx: Base & Providers,
  connection: Connection,
  { at }: TemplateHead,
): Promise<Called<ReadTemplate>> {
  const path = `${folder(at.domain ?? '')}/${encodeURIComponent(at.id)}`;
  const called = await callProvider(ctx, connection, { path: `${path}?active=yes`, read: templateOf });
  if (called.outcome !== 'ok') return called;
  const { version } = called.value;
  return isObject(version)
    ? { outcome: 'ok', value: readVersion(version) }
    : readNewest(ctx, connection, path);
}

/** Mailgun's templates, of each domain. */
export const mailgunTemplates: TemplateReader = { domains: mailgunSources, list, read, inlines_css: false };

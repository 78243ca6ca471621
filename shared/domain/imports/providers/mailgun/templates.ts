import { isObject, type Json, textOf } from '../../../../core/json-path.ts';
import type { TemplateHead } from '../../../../core/records/imports.ts';
import { slugOf } from '../../../templates/create-template.ts';
import { mapped, ok } from '../../call-provider.ts';
import { mailgunDialect } from '../dialects.ts';
import type { Ask, ReadTemplate, TemplateReader } from '../provider.ts';
import { partOf } from '../rows.ts';
import { linkedPage, mailgunSources } from './client.ts';

const folder = (domain: string | null) => `/v3/${encodeURIComponent(domain ?? '')}/templates`;

const list: TemplateReader['list'] = async (connection, { domain, several }) => {
  const path = (link: string | null) => `${folder(domain)}?limit=100${link === null ? '' : `&${link}`}`;
  return mapped(await connection.all({ path, pageOf: linkedPage }), (rows) =>
    rows.filter(isObject).flatMap((row): TemplateHead[] => {
      const name = textOf(row.name);
      const source_id = several ? `${domain}/${name}` : name;
      const names = { source_id, name, slug: slugOf(name), suffix: slugOf(domain ?? '') };
      return name === '' ? [] : [{ ...names, at: { id: name, domain } }];
    }),
  );
};

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

function versionsOf(body: unknown): Json[] | null {
  const versions = templateOf(body)?.versions;
  return Array.isArray(versions) || versions === null ? (versions ?? []).filter(isObject) : null;
}

const createdAt = ({ createdAt: at }: Json): number => Date.parse(textOf(at)) || 0;

const readNewest: Ask<ReadTemplate, [path: string]> = async (connection, path) => {
  const called = await connection.call({ path: `${path}/versions?limit=100`, read: versionsOf });
  if (called.outcome !== 'ok') return called;
  const [newest] = called.value.toSorted((a, b) => createdAt(b) - createdAt(a));
  if (newest === undefined) return ok({ failed: 'no_version' });
  const tag = encodeURIComponent(textOf(newest.tag));
  const whole = await connection.call({ path: `${path}/versions/${tag}`, read: templateOf });
  return mapped(whole, ({ version }) =>
    isObject(version) ? readVersion(version) : { failed: 'no_version' },
  );
};

const read: TemplateReader['read'] = async (connection, { at }) => {
  const path = `${folder(at.domain)}/${encodeURIComponent(at.id)}`;
  const called = await connection.call({ path: `${path}?active=yes`, read: templateOf });
  if (called.outcome !== 'ok') return called;
  const { version } = called.value;
  return isObject(version) ? ok(readVersion(version)) : readNewest(connection, path);
};

export const mailgunTemplates: TemplateReader = { domains: mailgunSources, list, read, inlines_css: false };

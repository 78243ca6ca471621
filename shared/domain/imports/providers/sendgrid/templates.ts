import { isObject, type Json, textOf } from '../../../../core/json-path.ts';
import type { TemplateHead } from '../../../../core/records/imports.ts';
import { slugOf } from '../../../templates/create-template.ts';
import { mapped, ok } from '../../call-provider.ts';
import { shortId } from '../../templates/aliases.ts';
import { sendgridDynamic, sendgridLegacy } from '../dialects.ts';
import type { Ask, PagedList, ReadTemplate, TemplateReader } from '../provider.ts';
import { partOf } from '../rows.ts';

/** A page. Responses without page_size name their rows differently. `next` is the next page's token. */
function pageOf(body: unknown): { rows: Json[]; next: string | null } | null {
  if (!isObject(body)) return null;
  const rows = body.result ?? body.templates;
  if (!Array.isArray(rows)) return null;
  const link = isObject(body._metadata) ? body._metadata.next : null;
  const query = typeof link === 'string' ? link.slice(link.indexOf('?') + 1) : '';
  return { rows: rows.filter(isObject), next: new URLSearchParams(query).get('page_token') };
}

function headOf({ id, name: given }: Json): TemplateHead[] {
  const [source_id, name] = [textOf(id), textOf(given)];
  const at = { id: source_id, domain: null };
  return source_id === '' ? [] : [{ source_id, name, slug: slugOf(name), suffix: shortId(source_id), at }];
}

const listed: PagedList<TemplateHead> = {
  path: (token) =>
    `/v3/templates?generations=legacy,dynamic&page_size=200${token === null ? '' : `&page_token=${encodeURIComponent(token)}`}`,
  pageOf: (body) => {
    const page = pageOf(body);
    return page && { rows: page.rows.flatMap(headOf), next: page.next };
  },
};

const isActive = ({ active }: Json): boolean => active === 1 || active === true || active === '1';

function versionOf(versions: unknown): Json | null {
  const all = Array.isArray(versions) ? versions.filter(isObject) : [];
  const [newest] = all.toSorted((a, b) => (textOf(a.updated_at) < textOf(b.updated_at) ? 1 : -1));
  return all.find(isActive) ?? newest ?? null;
}

function readVersion({ subject, html_content, plain_content }: Json, legacy: boolean): ReadTemplate {
  const parts = { subject: partOf(subject), html: partOf(html_content), text: partOf(plain_content) };
  return {
    dialect: legacy ? sendgridLegacy : sendgridDynamic,
    source: { ...parts, layout: null, has_sender: false },
  };
}

const templateAt: Ask<Json, [path: string]> = (connection, path) =>
  connection.call({ path, read: (body) => (isObject(body) && 'id' in body ? body : null) });

const read: TemplateReader['read'] = async (connection, { at }) => {
  const path = `/v3/templates/${encodeURIComponent(at.id)}`;
  const called = await templateAt(connection, path);
  if (called.outcome !== 'ok') return called;
  const { versions, generation } = called.value;
  const version = versionOf(versions);
  if (version === null) return ok({ failed: 'no_version' });
  const legacy = generation === 'legacy' || (generation === undefined && !at.id.startsWith('d-'));
  if ('html_content' in version) return ok(readVersion(version, legacy));
  const whole = await templateAt(connection, `${path}/versions/${encodeURIComponent(textOf(version.id))}`);
  return mapped(whole, (found) => readVersion(found, legacy));
};

export const sendgridTemplates: TemplateReader = {
  list: (connection) => connection.all(listed),
  read,
  inlines_css: false,
};

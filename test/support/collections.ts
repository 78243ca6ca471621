import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportProvider } from '../../shared/core/records/imports.ts';
import { fakeMailgun, mailgunKey } from './mailgun.ts';
import { fakePostmark, serverToken } from './postmark.ts';
import { templatesOfMailgun, templatesOfPostmark } from './provider-templates.ts';
import { fakeSendgrid, providerKey } from './sendgrid.ts';
import type { standIn } from './stand-in.ts';

/** A template of a collection, as its files have it; `layout`: the name of the one around it. */
export type Collected = {
  name: string;
  subject: string | null;
  html: string | null;
  text: string | null;
  layout: string | null;
  is_layout: boolean;
  legacy: boolean;
};

type Said = { subject?: string; layout?: string; generation?: string };
type Meta = { Alias?: string; Subject?: string; LayoutTemplate?: string | null; TemplateType?: string };

const jsonOf = <Value>(file: string): Partial<Value> =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Value) : {};

/** The templates of a provider below a folder, whose forms test/collections/main.ts names. */
export function collectionOf(folder: string, provider: ImportProvider): Collected[] {
  const root = join(folder, provider);
  if (!existsSync(root)) return [];
  const manifest = jsonOf<Record<string, Said>>(join(folder, 'manifest.json'));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const bases = new Set(
    files.filter((path) => /\.(html|txt)$/.test(path)).map((path) => path.slice(0, path.lastIndexOf('.'))),
  );
  return [...bases].sort().map((base) => {
    const read = (ending: string) => {
      const file = join(root, `${base}.${ending}`);
      return existsSync(file) ? readFileSync(file, 'utf8') : null;
    };
    const path = base.replace(/\/content$/, '');
    const said = manifest[`${provider}/${path}`] ?? {};
    const meta = base === path ? {} : jsonOf<Meta>(join(root, path, 'meta.json'));
    const is_layout = meta.TemplateType === 'Layout' || /layouts\//.test(path);
    return {
      name: is_layout ? (meta.Alias ?? (path.split('/').at(-1) as string)) : path.replaceAll('/', '-'),
      subject: said.subject ?? meta.Subject ?? null,
      html: read('html'),
      text: read('txt'),
      layout: said.layout ?? meta.LayoutTemplate ?? null,
      is_layout,
      legacy: said.generation === 'legacy',
    };
  });
}

type Served = {
  stand: Awaited<ReturnType<typeof standIn>>;
  body: { provider: ImportProvider; api_key: string };
};

async function atSendgrid(templates: Collected[]): Promise<Served> {
  const stand = await fakeSendgrid();
  templates.forEach(({ name, subject, html, text, legacy }, at) => {
    const id = `d-${String(at).padStart(32, '0')}`;
    const content = { subject: subject ?? '', html_content: html ?? '', plain_content: text ?? '' };
    const version = { id: `v${at}`, active: 1, updated_at: '2026-01-02 03:04:05', ...content };
    stand.templates.push({ id, name, generation: legacy ? 'legacy' : 'dynamic', versions: [version] });
  });
  return { stand, body: { provider: 'sendgrid', api_key: providerKey } };
}

async function atPostmark(templates: Collected[]): Promise<Served> {
  const stand = await fakePostmark();
  const rows = templates.map(({ name, subject, html, text, layout, is_layout }, at) => ({
    TemplateId: at + 1,
    Name: name,
    Alias: name,
    HtmlBody: html,
    TextBody: text,
    ...(is_layout ? { TemplateType: 'Layout' } : { Subject: subject, LayoutTemplate: layout }),
  }));
  templatesOfPostmark(stand).push(...rows);
  return { stand, body: { provider: 'postmark', api_key: serverToken } };
}

/** One domain; a version has one content, html where there is some. */
async function atMailgun(templates: Collected[]): Promise<Served> {
  const stand = await fakeMailgun();
  const domain = 'mg.example.com';
  stand.domains.push({ name: domain, type: 'custom', state: 'active' });
  const { add } = templatesOfMailgun(stand);
  for (const { name, subject, html, text } of templates)
    add(domain, name.toLowerCase(), {
      template: html ?? text,
      headers: { ...(subject && { Subject: subject }) },
    });
  return { stand, body: { provider: 'mailgun', api_key: mailgunKey } };
}

/** An account of the provider that has these templates. */
export const served: Record<ImportProvider, (templates: Collected[]) => Promise<Served>> = {
  sendgrid: atSendgrid,
  postmark: atPostmark,
  mailgun: atMailgun,
};

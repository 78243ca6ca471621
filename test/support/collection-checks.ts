import Handlebars from 'handlebars';
import type { ImportProvider } from '../../shared/core/records/imports.ts';
import { type Part, renderPart } from '../../shared/domain/templates/render.ts';
import { scan } from '../../shared/domain/templates/scan.ts';
import type { Collected } from './collections.ts';
import { renderMustache } from './mustache.ts';

/** What a template has become, as `GET /templates/{template}` says it. */
export type Body = {
  subject: string;
  html: string | null;
  text: string | null;
  defaults: Record<string, string>;
};

/** A template with its layout around it, said again without a word of the converter: each part by itself. */
export function wholeOf(template: Collected, all: Collected[]): Collected {
  const layout = all.find(({ name, is_layout }) => is_layout && name === template.layout);
  const around = (part: 'html' | 'text') => {
    const [inner, outer] = [template[part], layout?.[part] ?? null];
    return inner === null || outer === null ? inner : outer.split(/\{\{\{ *@content *\}\}\}/).join(inner);
  };
  return { ...template, html: around('html'), text: around('text') };
}

const tokens = [
  /\{\{~?!--[\s\S]*?--~?\}\}/g,
  /\{\{[\s\S]*?\}\}\}?/g,
  /<%[^%]*%>/g,
  /\[%[^%]*%\]/g,
  /%[A-Za-z][\w.]*%/g,
  /(?<![\w-])-[A-Za-z][\w.]*-(?![\w-])/g,
  /\[(unsubscribe|unsubscribe_preferences|weblink)\]/gi,
];
const link =
  /<a href="\{\{unsubscribe_url\}\}">(Unsubscribe From This List|Unsubscribe From All Emails|Manage Email Preferences|click here)<\/a>/g;

/** What is left of a text when every form that may be a token is cut out, and how many of them are no comment. */
function outside(text: string): string {
  let count = 0;
  const cut = (form: string) => {
    count += /^\{\{~?!/.test(form) ? 0 : 1;
    return '';
  };
  const left = tokens.reduce((rest, token) => rest.replace(token, cut), text.replace(link, '{{link}}'));
  return `${left} and ${count} tokens`;
}

const partsOf = (source: Collected, body: Body) =>
  [
    { part: 'subject' as const, before: source.subject, after: body.subject },
    { part: 'html' as const, before: source.html, after: body.html ?? '' },
    { part: 'text' as const, before: source.text, after: body.text ?? '' },
  ].flatMap((one) =>
    one.before === null || one.before.trim() === '' ? [] : [{ ...one, before: one.before }],
  );

/** The parts with another byte outside of tokens, or another number of tokens, than the source has; none is how it should be. A `~` trims white space. */
export const lostBytes = (source: Collected, body: Body): Part[] =>
  partsOf(source, body).flatMap(({ part, before, after }) => {
    const one = part === 'subject' ? before.replace(/\r\n|[\r\n]/g, ' ') : before;
    const cut = (text: string) =>
      /\{\{~|~\}\}/.test(one) ? outside(text).replace(/\s+/g, '') : outside(text);
    return cut(one) === cut(after) ? [] : [part];
  });

/** A path of the provider's engine, without what leads to the root. */
const simple = /\{\{(\{|&)? *(?:@root\.|this\.|\.\/)?([A-Za-z_][\w-]*(?:\.(?:[\w-]+|\[[\w-]+\]))*) *\}?\}\}/g;
const insertion = /\{\{ *insert +([\w.-]+) +"(?:default=)?[^"]*" *\}\}/g;

/** What Mailgun fills itself when it sends, after its engine. */
const ofRecipient = /%recipient(?:\.([\w.-]+)|_(?:email|name|fname|lname))?%/g;
const recipientPath = (written: string, path: string | undefined) => path ?? written.slice(1, -1);

type Model = Record<string, unknown>;

/** A value for every path, with characters that html escapes where the engine escapes them. */
function modelOf({ subject, html, text }: Collected): { model: Model; flat: Map<string, string> } {
  const flat = new Map<string, string>();
  const model: Model = {};
  const elsewhere = `${subject ?? ''}${text ?? ''}`;
  const all = `${elsewhere}${html ?? ''}`;
  const found = [...all.matchAll(simple)].map(([, , path = '']) => path);
  const given = [...all.matchAll(insertion)].map(([, path = '']) => path);
  const own = [...all.matchAll(ofRecipient)].map(([written, path]) => recipientPath(written, path));
  const raw = new Set(
    [...`${html ?? ''}`.matchAll(simple)].filter(([, mark]) => mark).map(([, , path]) => path),
  );
  const plain = new Set([...elsewhere.matchAll(simple)].map(([, , path]) => path));
  for (const path of [...found, ...given, ...own]) {
    const escapes = !raw.has(path) && !plain.has(path) && ![...given, ...own].includes(path);
    const value = `value of ${path}${escapes ? ' <"&>' : ''}`;
    const segments = path.split('.').map((segment) => segment.replace(/^\[|\]$/g, ''));
    const last = segments.pop() as string;
    let at = model;
    for (const segment of segments) {
      at[segment] ??= {};
      at = at[segment] as Model;
    }
    at[last] = value;
    flat.set(path.replace(/\]$/, '').replace(/[^A-Za-z0-9_]+/g, '_'), value);
  }
  return { model, flat };
}

const engine = Handlebars.create();
engine.registerHelper('insert', (value: unknown, given: string) => value ?? given.replace(/^default=/, ''));

const byEngine: Record<ImportProvider, (template: string, model: Model) => string> = {
  sendgrid: (template, model) => engine.compile(template)(model),
  mailgun: (template, model) =>
    engine
      .compile(template)(model)
      .replace(ofRecipient, (written, path) => `value of ${recipientPath(written, path)}`),
  postmark: (template, model) => renderMustache(template, model),
};

/** The parts that our renderer and the provider's own engine do not render alike; none is how it should be. */
export function unlike(provider: ImportProvider, source: Collected, body: Body): Part[] {
  const { model, flat } = modelOf(source);
  return partsOf(source, body).flatMap(({ part, before, after }) => {
    const ours = renderPart(part, scan(after).pieces, (name) => flat.get(name), 10_000_000);
    return ours === byEngine[provider](before, model) ? [] : [part];
  });
}

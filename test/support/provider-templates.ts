import type { fakeMailgun } from './mailgun.ts';
import type { fakePostmark } from './postmark.ts';
import type { Asked, Reply, Row } from './stand-in.ts';

/** A Postmark server's templates, which a test fills. They include layouts. */
export function templatesOfPostmark({ routes }: Awaited<ReturnType<typeof fakePostmark>>): Row[] {
  const templates: Row[] = [];
  const whole = (one: Row): Row => ({ Active: true, TemplateType: 'Standard', LayoutTemplate: null, ...one });
  routes['/templates'] = ({ path, query }): Reply => {
    const name = decodeURIComponent(path.slice('/templates/'.length));
    if (name !== '') {
      const found = templates.find(({ TemplateId, Alias }) => String(TemplateId) === name || Alias === name);
      const missing: Reply = { status: 422, body: { ErrorCode: 1101, Message: 'not found' } };
      return found === undefined ? missing : { status: 200, body: whole(found) };
    }
    const [count, offset] = [Number(query.get('Count')), Number(query.get('Offset'))];
    const rows = templates.map(whole).map(({ HtmlBody: _h, TextBody: _t, Subject: _s, ...row }) => row);
    return { status: 200, body: { TotalCount: rows.length, Templates: rows.slice(offset, offset + count) } };
  };
  return templates;
}

/** Templates of a Mailgun account's domains. The last version is active by default. */
export function templatesOfMailgun({ routes }: Awaited<ReturnType<typeof fakeMailgun>>) {
  const stored = new Map<string, Row[]>();
  const missing: Reply = { status: 404, body: { message: 'template not found' } };

  const list = (domain: string, { query }: Asked): Reply => {
    const names = [...stored.keys()]
      .filter((key) => key.startsWith(`${domain} `))
      .map((key) => key.split(' ')[1]);
    const from = query.get('p') === null ? 0 : names.indexOf(query.get('p') as string) + 1;
    const items = names.slice(from, from + 2).map((name) => ({ name }));
    const last = items.at(-1)?.name ?? query.get('p') ?? '';
    const next = `https://api.mailgun.net/v3/${domain}/templates?page=next&p=${last}&limit=2`;
    return { status: 200, body: { items, paging: { next } } };
  };

  const one = (versions: Row[], name: string, rest: string[]): Reply => {
    if (rest.length === 0) {
      const version = versions.findLast(({ active }) => active !== false);
      return { status: 200, body: { template: { name, ...(version && { version }) } } };
    }
    const heads = versions.map(({ template: _t, ...version }) => version);
    if (rest.length === 1) return { status: 200, body: { template: { name, versions: heads } } };
    const version = versions.find(({ tag }) => tag === rest[1]);
    return version === undefined ? missing : { status: 200, body: { template: { name, version } } };
  };

  const add = (domain: string, name: string, ...versions: Row[]): void => {
    const dated = versions.map((version, at) => ({
      tag: `v${at}`,
      createdAt: `Sat, 0${at + 1} Jan 2025 00:00:00 UTC`,
      engine: 'handlebars',
      ...version,
    }));
    stored.set(`${domain} ${name}`, dated);
    routes[`/v3/${domain}/templates`] = (asked) => {
      const [called = '', ...rest] = asked.path.split('/').slice(4);
      const found = stored.get(`${domain} ${called}`);
      if (called === '') return list(domain, asked);
      return found === undefined ? missing : one(found, called, rest);
    };
  };
  return { add };
}

import type { Html } from '../../../shared/http/html.ts';

/** The pages of objects by the prefix of their ids. Search knows where every other id leads. */
const pages: Record<string, string> = {
  msg: '/emails',
  inb: '/received',
  wh: '/webhooks',
  dom: '/domains',
  tpl: '/templates',
  aut: '/automations',
  ae: '/events',
};

export function pathOfId(id: string): string {
  const page = pages[id.slice(0, id.indexOf('_'))];
  return page === undefined ? `/search?q=${encodeURIComponent(id)}` : `${page}/${encodeURIComponent(id)}`;
}

/** An id to copy, or to follow to its object. `name` is what it is, such as `email id`. */
export const IdLink = ({ name, id }: { name: string; id: string }): Html => (
  <code data-copy={name}>
    <a href={pathOfId(id)}>{id}</a>
  </code>
);

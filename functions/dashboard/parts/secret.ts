import { type Html, markup } from '../../../shared/http/html.ts';
import type { PageAnswer } from '../../../shared/http/pages/page.ts';

const secretField = (id: string, label: string, value: string): Html =>
  markup`<div class="field"><label for="${id}">${label}</label><input id="${id}" data-copy="${label.toLowerCase()}" readonly value="${value}" autocomplete="off"></div>
`;

type Shown = {
  secret: string;
  /** That of a webhook as libraries of Standard Webhooks take it. */
  standard_secret?: string;
  text: string;
  back: string;
};

/** The one page that shows a secret, once: no redirect, nothing kept, not compressed. */
export const secretPage = (name: string, { secret, standard_secret, text, back }: Shown): PageAnswer => ({
  page: {
    name,
    secret: true,
    content: markup`<div class="note" role="status"><p>This is shown once. Keep it where secrets are kept.</p></div>
${secretField('secret', 'Secret', secret)}${standard_secret && secretField('standard_secret', 'Standard Webhooks', standard_secret)}<p>${text}</p><p><a class="button" href="${back}">Continue</a></p>`,
  },
});

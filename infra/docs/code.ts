import type { Example } from './examples.ts';
import { highlighted } from './highlight.ts';
import { type Html, markup, trusted } from './html.ts';

const names: Record<string, string> = {
  ...{ sh: 'Shell', http: 'HTTP', json: 'JSON', js: 'JavaScript', ts: 'TypeScript', html: 'HTML' },
  ...{ python: 'Python', go: 'Go', php: 'PHP', ruby: 'Ruby' },
};

const shown = (language: string, code: string): Html =>
  markup`<pre class="${language}" tabindex="0"><code class="language-${language}">${trusted(highlighted(code, language))}</code></pre>`;

/** A code block below a bar with its name. Without one, the bar names the language. The script adds a copy button. */
export function codeBlock(language: string, code: string, name = names[language]): Html {
  const bar = name
    ? markup`<div class="bar"><span>${name}</span></div>`
    : markup`<div class="bar bare"></div>`;
  return markup`<div class="code">${bar}${shown(language, code)}</div>`;
}

/**
 * The same example in several languages, as radio buttons that work without script. `id` is unique on its page.
 */
export function tabs(id: string, label: string, examples: readonly Example[]): Html {
  const tab = ({ label: name, language }: Example, i: number) =>
    markup`<label><input type="radio" name="${id}" value="${language}"${i === 0 ? markup` checked` : ''}><span>${name}</span></label>`;
  const blocks = examples.map(({ language, code }) => shown(language, code));
  return markup`<div class="code tabs" role="group" aria-label="${label}"><div class="bar">${examples.map(tab)}</div>${blocks}</div>`;
}

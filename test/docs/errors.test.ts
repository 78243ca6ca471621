import { readFileSync } from 'node:fs';
import { elementsOf } from '../support/browser.ts';
import { builtSite } from '../support/docs-site.ts';

const codes = [
  ...readFileSync('shared/core/errors.ts', 'utf8').matchAll(/^ {2}(\w+): \{ status: (\d+)/gm),
].map(([, code = '', status = '']) => ({ code, status: Number(status) }));
const page = readFileSync('docs/errors.md', 'utf8');

test('/docs/errors has an element for every code of the catalogue, and no other section [D49]', () => {
  expect(codes.length).toBeGreaterThan(20);
  const text = builtSite().files['/docs/errors']?.text ?? '';
  const ids = elementsOf(text).flatMap(({ attributes }) => attributes.id ?? []);
  expect(codes.filter(({ code }) => !ids.includes(code))).toEqual([]);
  const sections = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections.sort()).toEqual(codes.map(({ code }) => code).sort());
});

test.each(codes)(
  '$code says its status, a body, whether to retry and what to do [D49]',
  ({ code, status }) => {
    const section = page.split(`\n## ${code}\n`)[1]?.split('\n## ')[0] ?? '';
    expect(section).toMatch(new RegExp(`^\nStatus ${status}\\b.{20,}`));
    const { error } = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(section)?.[1] ?? '{}');
    expect(Object.keys(error ?? {})).toEqual(
      expect.arrayContaining(status === 401 ? ['message'] : ['message', 'code']),
    );
    // A 401 carries its message only; others lead to their own section (C9).
    if (status === 401) expect(error).toEqual({ message: error.message });
    else expect(error).toMatchObject({ code, docs_url: `{dashboard_url}/docs/errors#${code}` });
    expect(section).toMatch(/\*\*Retry:\*\* \S/);
    expect(section).toMatch(/\*\*What to do:\*\* \S/);
  },
);

import { readTexts } from '../docs/files.ts';

test('D36: one file alone takes the template of html, and lets no text through as html', () => {
  const taking = readTexts(['functions/**/*.ts', 'shared/**/*.ts'])
    .filter(({ text }) => /['"]hono\/(?:html|utils\/html|jsx)/.test(text))
    .map(({ path }) => path);
  expect(taking).toEqual(['shared/http/html.ts']);
  const [template] = readTexts(['shared/http/html.ts']);
  const calls = [...(template?.text ?? '').matchAll(/\braw\(([^)]*)\)/g)].map(([, given]) => given);
  expect(calls).toEqual(["''"]);
  expect(template?.text).not.toMatch(/export [^;]*[{=]\s*raw\b(?!\()/);
});

import { readFileSync } from 'node:fs';
import { pageWithSettings } from '../../infra/settings.ts';

const page = readFileSync('docs/operations/settings.md', 'utf8');

test('the table of context values in docs/operations/settings.md is that of the code: `npm run generate` writes it', () => {
  expect(page).toBe(pageWithSettings());
  for (const [, name, sentence] of page.matchAll(/^\| `(\w+)` \| [^|]*\| (.*) \|$/gm))
    expect([name, sentence]).toEqual([name, expect.stringMatching(/\w/)]);
});

import { readFileSync } from 'node:fs';
import { measure } from '../../infra/bundle-size.ts';
import { functions } from '../../infra/functions.ts';
import { bundleBudgetOf } from '../bench/budgets.ts';
import { ensureBundles } from './templates.ts';

beforeAll(ensureBundles);

const http = Object.keys(functions).filter((name) => functions[name]?.routes);

test.each(http)('%s is as small as its ceiling says', (name) => {
  const metafile = JSON.parse(readFileSync(`.build/meta/${name}.json`, 'utf8'));
  const { bytes } = measure(metafile, `.build/${name}/handler.mjs`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(bundleBudgetOf(name) * 1000);
});

test('everything runs on Node 24', () => {
  expect(process.version).toMatch(/^v24\./);
});

test('only what docs/decisions/0017 explains may be over 350 KB', () => {
  const explained = readFileSync('docs/decisions/0017-bundles.md', 'utf8');
  for (const name of http.filter((one) => bundleBudgetOf(one) > 350))
    expect(explained).toMatch(new RegExp(`^- \\*\\*\`${name}\``, 'm'));
});

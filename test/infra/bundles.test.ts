import { readFileSync } from 'node:fs';
import { measure } from '../../infra/bundle-size.ts';
import { functions } from '../../infra/functions.ts';
import { bundleBudget_kb } from '../bench/budgets.ts';
import { ensureBundles } from './templates.ts';

beforeAll(ensureBundles);

const http = Object.keys(functions).filter((name) => functions[name]?.routes);

test.each(http)('%s is as small as its ceiling says', (name) => {
  const metafile = JSON.parse(readFileSync(`.build/meta/${name}.json`, 'utf8'));
  const { bytes } = measure(metafile, `.build/${name}/handler.mjs`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(bundleBudget_kb * 1000);
});

test('everything runs on Node 24', () => {
  expect(process.version).toMatch(/^v24\./);
});

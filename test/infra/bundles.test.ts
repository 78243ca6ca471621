import { globSync, readFileSync } from 'node:fs';
import type { Metafile } from 'esbuild';
import { bundleKey, measure } from '../../infra/bundles.ts';
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

test('no bundle imports node:http, which would load undici', () => {
  const outputs = globSync('.build/meta/*.json').flatMap((path) =>
    Object.entries((JSON.parse(readFileSync(path, 'utf8')) as Metafile).outputs),
  );
  expect(outputs.length).toBeGreaterThan(Object.keys(functions).length);
  const importing = outputs.filter(([, { imports }]) =>
    imports.some(({ path }) => /^(?:node:)?http$/.test(path)),
  );
  expect(importing.map(([file]) => file)).toEqual([]);
});

test('a second build knows every bundle by what it was made of', () => {
  const metafiles = globSync('.build/meta/*.json');
  const unknown = metafiles.filter((path) => {
    const key = readFileSync(path.replace(/json$/, 'key'), 'utf8');
    return key === '' || key !== bundleKey(JSON.parse(readFileSync(path, 'utf8')) as Metafile);
  });
  expect(unknown).toEqual([]);
});

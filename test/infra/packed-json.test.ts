import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { packedJson } from '../../infra/packed-json.ts';

test('M70: the bundle unpacks the diffs of imports as they are in the file', async () => {
  const path = 'shared/domain/imports/code/code-changes.json';
  const { outputFiles } = await build({
    stdin: {
      contents: `import changes from './${path}'; module.exports = changes;`,
      resolveDir: process.cwd(),
    },
    ...{ bundle: true, format: 'cjs', platform: 'node', write: false, plugins: [packedJson] },
  });
  const [{ text = '', contents = new Uint8Array() } = {}] = outputFiles ?? [];
  expect(contents.length).toBeLessThan(15_000);
  const loaded = { exports: {} };
  new Function('module', 'exports', 'require', text)(loaded, loaded.exports, require);
  expect(loaded.exports).toEqual(JSON.parse(readFileSync(path, 'utf8')));
});

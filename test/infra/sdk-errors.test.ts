import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keptErrors, withoutErrors } from '../../infra/sdk-errors.ts';

const require = createRequire(import.meta.url);

const schemasOf = (client: string) =>
  readFileSync(
    join(require.resolve(`@aws-sdk/${client}/package.json`), '../dist-es/schemas/schemas_0.js'),
    'utf8',
  );

const registered = (source: string) =>
  [...source.matchAll(/registerError\(\w+\$, (\w+)\)/g)].map(([, name]) => name);

const sources = ['shared/aws', 'functions'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8')),
);

test.each(['client-dynamodb', 'client-sqs'])('of %s only the kept errors are registered', (client) => {
  const all = registered(schemasOf(client));
  const kept = registered(withoutErrors(schemasOf(client)));
  expect(all.length).toBeGreaterThan(kept.length + 20);
  expect(kept.sort()).toEqual(all.filter((name) => keptErrors.includes(name ?? '')).sort());
});

test('every kept error is one that the SDK has', () => {
  const known = ['client-dynamodb', 'client-sqs'].flatMap((client) => registered(schemasOf(client)));
  expect(keptErrors.filter((name) => !known.includes(name))).toEqual([]);
});

test('our code asks for no error of DynamoDB or SQS by class that is not kept', () => {
  const imported = sources
    .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@aws-sdk\/client-(?:dynamodb|sqs)'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.replace('type ', '').trim()));
  const errors = imported.filter((name) => /Exception$|^(?:Kms|Queue|Batch)\w*$/.test(name));
  expect(errors.filter((name) => !keptErrors.includes(name))).toEqual([]);
  expect(errors).toContain('ConditionalCheckFailedException');
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { functions } from '../../infra/functions.ts';
import { releaseVariables } from '../../infra/release.ts';
import { configOf, propertiesOf, refOf, resourcesOf, synthesize, type Template } from './templates.ts';

const core = synthesize();
const lambdas = propertiesOf(core, 'AWS::Lambda::Function');
const local = { webhookTargets: 'any', endpoints: 'SES=http://127.0.0.1:1/,SESV2=http://127.0.0.1:2/' };

test('all functions run on Node 24 and arm64, with a log of one month', () => {
  expect(lambdas).toHaveLength(Object.keys(functions).length);
  for (const fn of lambdas) {
    expect(fn).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
  }
  const groups = resourcesOf(core, 'AWS::Logs::LogGroup');
  for (const { LoggingConfig } of lambdas) {
    expect(groups[refOf(LoggingConfig.LogGroup)]?.Properties.RetentionInDays).toBe(30);
  }
});

test('HTTP functions answer before API Gateway gives up', () => {
  for (const { routes, timeout } of Object.values(functions)) if (routes) expect(timeout).toBe(29);
});

test('no function gets endpoints or credentials', () => {
  for (const { Environment } of lambdas) {
    const names = Object.keys(Environment.Variables);
    expect(names.filter((name) => name.startsWith('AWS_'))).toEqual([]);
    expect(names).toContain('TABLE_NAME');
  }
});

describe('a deploy changes code and variables at once [P5]', () => {
  const aliases = resourcesOf(core, 'AWS::Lambda::Alias');
  const versions = resourcesOf(core, 'AWS::Lambda::Version');

  test('each function has an alias of the version that this deploy publishes', () => {
    const aliased = Object.values(aliases).map(({ Properties }) => {
      const version = versions[Properties.FunctionVersion['Fn::GetAtt'][0]];
      expect(version?.Properties.FunctionName).toEqual(Properties.FunctionName);
      expect(Properties.Name).toBe('live');
      return Properties.FunctionName.Ref;
    });
    expect(aliased.sort()).toEqual(Object.keys(resourcesOf(core, 'AWS::Lambda::Function')).sort());
  });

  test('routes, event sources, rules and their permissions point to aliases', () => {
    const targets = [
      ...propertiesOf(core, 'AWS::ApiGatewayV2::Integration').map(({ IntegrationUri }) => IntegrationUri),
      ...propertiesOf(core, 'AWS::Lambda::EventSourceMapping').map(({ FunctionName }) => FunctionName),
      ...propertiesOf(core, 'AWS::Lambda::Permission').map(({ FunctionName }) => FunctionName),
      ...propertiesOf(core, 'AWS::Events::Rule').flatMap(({ Targets }) =>
        Targets.map(({ Arn }: { Arn: object }) => Arn),
      ),
    ];
    expect(targets.length).toBeGreaterThan(20);
    for (const target of targets) expect(Object.keys(aliases)).toContain(refOf(target));
  });

  test('other variables make another version', () => {
    const others = resourcesOf(synthesize({ bodyDays: '60', webhookLogDays: '14' }), 'AWS::Lambda::Version');
    expect(Object.keys(others).filter((id) => versions[id])).toEqual([]);
  });
});

test('only functions that show the release have its version and commit: a commit alone changes no other', () => {
  const { VERSION, COMMIT } = releaseVariables();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(VERSION).toBe(version);
  const shown = Object.entries(functions).map(([name, { open = false }]) => ({ name, open }));
  const seen = lambdas.map(({ Environment: { Variables } }) => [Variables.VERSION, Variables.COMMIT]);
  expect(seen.filter(([each]) => each !== undefined)).toEqual(
    shown.filter(({ open }) => open).map(() => [VERSION, COMMIT]),
  );
});

test('a folder that is not a git checkout has no commit', () => {
  const script = `import('${resolve('infra/release.ts')}').then(({ releaseVariables: of }) => console.log(of()))`;
  const folder = mkdtempSync(join(tmpdir(), 'mailwright-release-'));
  writeFileSync(join(folder, 'package.json'), '{"version": "1.2.3"}');
  const ran = spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(ran.stdout).toBe("{ VERSION: '1.2.3' }\n");
});

test('only a cloud that lacks a service gets an endpoint for it', () => {
  const [fn] = propertiesOf(synthesize(local), 'AWS::Lambda::Function');
  expect(fn?.Environment.Variables).toMatchObject({
    AWS_ENDPOINT_URL_SES: 'http://127.0.0.1:1/',
    AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:2/',
  });
  expect(() => configOf({ endpoints: 'SES' })).toThrow('context endpoints: must be SERVICE=url,SERVICE=url');
});

test('webhook targets are public unless the deployment says otherwise (E13)', () => {
  const targetsOf = (template: Template) =>
    propertiesOf(template, 'AWS::Lambda::Function').map(
      ({ Environment }) => Environment.Variables.WEBHOOK_TARGETS,
    );
  expect(new Set(targetsOf(core))).toEqual(new Set([undefined]));
  expect(new Set(targetsOf(synthesize(local)))).toEqual(new Set(['any']));
  expect(() => configOf({ webhookTargets: 'all' })).toThrow('webhookTargets');
});

import { propertiesOf, synthesize } from './templates.ts';

const core = synthesize();

test('every path goes to one function, the rest to public', () => {
  const keys = propertiesOf(core, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
  const groups = [
    'attachments',
    'emails',
    'emails/test',
    'opt-outs',
    'suppressions',
    'templates',
    'webhooks',
  ];
  expect(keys.sort()).toEqual(
    ['$default', ...groups.flatMap((name) => [`ANY /api/${name}`, `ANY /api/${name}/{proxy+}`])].sort(),
  );
});

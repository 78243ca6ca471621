import { only, production, propertiesOf, refOf, resourcesOf, synthesize } from './templates.ts';

const core = synthesize();

test('every path goes to one function, the rest of the API to public, and all else to the dashboard', () => {
  const keys = propertiesOf(core, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
  const groups = [
    'attachments',
    'emails',
    'emails/test',
    'opt-outs',
    'received-emails',
    'inbound-routes',
    'blocked-senders',
    'suppressions',
    'templates',
    'automations',
    'events',
    'webhooks',
    'api-keys',
    'domains',
    'smtp-credentials',
    'tenants',
    'account',
    'usage',
    'deliverability',
    'migrations',
  ];
  expect(keys.sort()).toEqual(
    [
      ...['$default', 'ANY /api', 'ANY /api/{proxy+}'],
      ...['ANY /docs', 'ANY /docs/{proxy+}', 'ANY /llms.txt', 'ANY /llms.txt/{proxy+}'],
      ...['ANY /llms-full.txt', 'ANY /llms-full.txt/{proxy+}'],
      ...groups.flatMap((name) => [`ANY /api/${name}`, `ANY /api/${name}/{proxy+}`]),
    ].sort(),
  );
});

describe('the access log [P12]', () => {
  const { AccessLogSettings } = only(core, 'AWS::ApiGatewayV2::Stage').Properties;
  const format: string = AccessLogSettings.Format;

  /** The longest that API Gateway fills in. */
  const longest: Record<string, string> = {
    '$context.requestId': 'JKJaXmPLvHcESHA=',
    '$context.identity.sourceIp': 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255',
    '$context.routeKey': propertiesOf(core, 'AWS::ApiGatewayV2::Route')
      .map(({ RouteKey }) => RouteKey)
      .reduce((a, b) => (a.length > b.length ? a : b)),
    '$context.httpMethod': 'OPTIONS',
    '$context.status': '503',
    '$context.integrationStatus': '200',
    '$context.responseLatency': '29999',
    '$context.responseLength': '6291556',
    '$context.error.responseType': 'INTEGRATION_NETWORK_FAILURE',
  };
  const line = Object.entries(longest).reduce((text, [name, value]) => text.replace(name, value), format);

  test('has a line of JSON of at most 250 bytes', () => {
    expect(JSON.parse(line)).toMatchObject({ status: '503', error: 'INTEGRATION_NETWORK_FAILURE' });
    expect(line).not.toContain('$context');
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(250);
  });

  test('names routes, not paths: these hold tokens and ids', () => {
    expect(format).not.toMatch(/path|queryString/i);
  });

  test('is kept for a month in a group of its own', () => {
    const group = resourcesOf(core, 'AWS::Logs::LogGroup')[refOf(AccessLogSettings.DestinationArn)];
    expect(group?.Properties.RetentionInDays).toBe(30);
  });
});

/** What anyone may call: pages, and what the API has without a key. */
const openLimits = (limit: object) => ({
  $default: limit,
  'ANY /api': limit,
  'ANY /api/{proxy+}': limit,
  'ANY /docs': limit,
  'ANY /docs/{proxy+}': limit,
  'ANY /llms.txt': limit,
  'ANY /llms.txt/{proxy+}': limit,
  'ANY /llms-full.txt': limit,
  'ANY /llms-full.txt/{proxy+}': limit,
});

describe('limits at the gateway [P14]', () => {
  const limitsOf = (context: Record<string, string>) => {
    const { DefaultRouteSettings, RouteSettings } = only(
      synthesize(context),
      'AWS::ApiGatewayV2::Stage',
    ).Properties;
    return [DefaultRouteSettings, RouteSettings];
  };

  test('are lower for routes without a key', () => {
    expect(limitsOf({})).toEqual([
      { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 1000 },
      openLimits({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 250 }),
    ]);
  });

  test('are context values', () => {
    const own = { apiRate: '100', apiBurst: '50', publicRate: '20', publicBurst: '10' };
    expect(limitsOf(own)).toEqual([
      { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 50 },
      openLimits({ ThrottlingRateLimit: 20, ThrottlingBurstLimit: 10 }),
    ]);
  });

  test('come after the routes that they name: the gateway refuses others', () => {
    const routes = Object.entries(resourcesOf(core, 'AWS::ApiGatewayV2::Route'));
    const [open] = routes.find(([, { Properties }]) => Properties.RouteKey === '$default') ?? [];
    expect(only(core, 'AWS::ApiGatewayV2::Stage').DependsOn).toContain(open);
  });

  test('the rest of the paths changes after those with routes of their own: a deploy leaves none without', () => {
    const routes = Object.entries(resourcesOf(core, 'AWS::ApiGatewayV2::Route'));
    const isRest = ({ Properties }: { Properties: Record<string, unknown> }) =>
      Properties.RouteKey === '$default';
    const others = routes.filter(([, route]) => !isRest(route)).map(([id]) => id);
    expect(routes.find(([, route]) => isRest(route))?.[1].DependsOn).toEqual(expect.arrayContaining(others));
  });
});

describe('one door [P34]', () => {
  const custom = synthesize(production);

  test('with a domain of its own, the API answers there only', () => {
    expect(only(custom, 'AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).toBe(true);
    const [stage = ''] = Object.keys(resourcesOf(custom, 'AWS::ApiGatewayV2::Stage'));
    const mapping = only(custom, 'AWS::ApiGatewayV2::ApiMapping');
    expect([mapping.Properties.Stage, mapping.DependsOn]).toEqual(['$default', [stage]]);
  });

  test('without one, at the endpoint that the gateway gives it', () => {
    for (const context of [{}, { ...production, apiDomain: 'false' }]) {
      const template = synthesize(context);
      expect(only(template, 'AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).toBe(false);
      expect(resourcesOf(template, 'AWS::ApiGatewayV2::DomainName')).toEqual({});
    }
  });

  test('an origin in front of the domain does not take the domain away', () => {
    const template = synthesize({ ...production, origin: 'https://mail.example.net/' });
    expect(only(template, 'AWS::ApiGatewayV2::DomainName').Properties.DomainName).toBe(
      'api.mail.example.com',
    );
    expect(template.Outputs?.PublicOrigin?.Value).toBe('https://mail.example.net');
  });
});

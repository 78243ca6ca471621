import { existsSync } from 'node:fs';
import { mostSwitches } from './switches.ts';
import { assembly, production, synthesize } from './templates.ts';

/** CloudFormation's quotas for one template. */
const most = { resources: 500, outputs: 200, bytes: 1_000_000 };

test.each(Object.entries({ production, 'most switches at once': mostSwitches }))(
  '%s: both stacks are within CloudFormation’s quotas',
  (_, context) => {
    for (const template of [synthesize(context), synthesize(context, 'Smtp')]) {
      expect(Object.keys(template.Resources).length).toBeLessThan(most.resources);
      expect(Object.keys(template.Outputs ?? {}).length).toBeLessThan(most.outputs);
      expect(JSON.stringify(template).length).toBeLessThan(most.bytes);
    }
  },
);

test.each([
  ['without SMTP', { ...production, smtp: 'false' }],
  [
    'with an external relay and no API domain',
    {
      ...production,
      smtp: 'role',
      smtpHost: 'smtp.example.net',
      apiDomain: 'false',
    },
  ],
])('%s, there is no Smtp stack', (_, context) => {
  expect(existsSync(`${assembly(context)}/Smtp.template.json`)).toBe(false);
});

import { existsSync } from 'node:fs';
import { mostSwitches } from './switches.ts';
import { assembly, production, synthesize } from './templates.ts';

/** CloudFormation's quotas of one template. */
const most = { resources: 500, outputs: 200, bytes: 1_000_000 };

test.each(Object.entries({ production, 'most switches at once': mostSwitches }))(
  '%s: both stacks are within the quotas of CloudFormation',
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
    'with a relay elsewhere, and the API only behind an origin of its own',
    {
      ...production,
      smtp: 'role',
      smtpHost: 'smtp.example.net',
      apiDomain: 'false',
    },
  ],
])('%s there is no Smtp stack', (_, context) => {
  expect(existsSync(`${assembly(context)}/Smtp.template.json`)).toBe(false);
});

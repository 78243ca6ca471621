import { existsSync } from 'node:fs';
import { switchSets } from './switches.ts';
import { assembly, synthesize, type Template } from './templates.ts';

/** CloudFormation's quotas of one template. */
const most = { resources: 500, outputs: 200, bytes: 1_000_000 };

function expectWithinQuotas(template: Template): void {
  expect(Object.keys(template.Resources).length).toBeLessThan(most.resources);
  expect(Object.keys(template.Outputs ?? {}).length).toBeLessThan(most.outputs);
  expect(JSON.stringify(template).length).toBeLessThan(most.bytes);
}

test.each(Object.entries(switchSets))(
  '%s is synthesized, within the quotas of CloudFormation',
  (_, context) => {
    expectWithinQuotas(synthesize(context));
    const hasRelay = existsSync(`${assembly(context)}/Smtp.template.json`);
    expect(hasRelay).toBe(context.smtp === 'true');
    if (hasRelay) expectWithinQuotas(synthesize(context, 'Smtp'));
  },
);

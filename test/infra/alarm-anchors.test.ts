import { elementsOf } from '../support/browser.ts';
import { builtSite } from '../support/docs-site.ts';
import { production, propertiesOf, synthesize } from './templates.ts';

test('the section that the description of an alarm names is on the page of the documentation [D54, D79]', () => {
  const descriptions = propertiesOf(synthesize(production), 'AWS::CloudWatch::Alarm').map(
    ({ AlarmDescription }) => JSON.stringify(AlarmDescription),
  );
  expect(descriptions.length).toBeGreaterThan(10);
  const ids = elementsOf(builtSite().files['/docs/operations/alarms']?.text ?? '').flatMap(
    ({ attributes }) => attributes.id ?? [],
  );
  const named = descriptions.map(
    (text) => /\/docs\/operations\/alarms#([a-z0-9-]+)(?=[\\\]"}]*$)/.exec(text)?.[1] ?? text,
  );
  expect(named.filter((name) => !ids.includes(name))).toEqual([]);
});

import { accepted, delay, either, issuesOf, type Json, steps, window } from '../../support/definitions.ts';

/** A definition with only this step, and the issue it causes in the step. */
const inStep: [string, Json, string, string][] = [
  ['two ways to wait (N11)', { ...delay, until: '{{event.data.at}}' }, 'until', 'conflict'],
  ['no way to wait', { type: 'delay' }, 'seconds', 'required'],
  ['until that is no instant (N11)', { type: 'delay', until: 'tomorrow' }, 'until', 'format'],
  ['until by an unknown reference (N11)', { type: 'delay', until: '{{at}}' }, 'until', 'format'],
  ['an offset of nothing (N11)', { ...delay, offset_seconds: -60 }, 'offset_seconds', 'conflict'],
  [
    'an offset over a year (N11)',
    { type: 'delay', until: '{{event.data.at}}', offset_seconds: 31_536_001 },
    'offset_seconds',
    'range',
  ],
  ['a time that is none (N12)', { ...window, between: ['8:00', '20:00'] }, 'between[0]', 'format'],
  ['24:00 (N12)', { ...window, between: ['08:00', '24:00'] }, 'between[1]', 'format'],
  ['a window of no length (N12)', { ...window, between: ['08:00', '08:00'] }, 'between', 'range'],
  ['a zone that is none (N12)', { ...window, time_zone: 'Europe/Atlantis' }, 'time_zone', 'format'],
  ['no zone (N12)', { ...window, time_zone: undefined }, 'time_zone', 'required'],
  ['a zone of nothing (N12)', { ...delay, time_zone: 'Europe/Zurich' }, 'time_zone', 'conflict'],
  ['skip_to itself (N10)', { ...either, id: 'x', skip_to: 'x' }, 'skip_to', 'format'],
  ['an id of blanks (N10)', { ...delay, id: 'a b' }, 'id', 'format'],
];

const faults: typeof inStep = [
  ...inStep.map(([name, step, path, kind]): (typeof inStep)[0] => [
    name,
    steps(step),
    `steps[0].${path}`,
    kind,
  ]),
  ['skip_to that is unknown (N10)', steps(delay, { ...either, skip_to: 'x' }), 'steps[0].skip_to', 'format'],
  [
    'skip_to backwards (N10)',
    steps({ ...either, skip_to: 'x' }, { ...delay, id: 'x' }),
    'steps[1].skip_to',
    'format',
  ],
  ['an id twice (N10)', steps({ ...delay, id: 'x' }, { ...delay, id: 'x' }), 'steps[1].id', 'conflict'],
  [
    're-entry after nothing (N13)',
    { ...steps(delay), allow_reentry: { after_seconds: 0 } },
    'allow_reentry.after_seconds',
    'range',
  ],
  ['re-entry of another kind (N13)', { ...steps(delay), allow_reentry: 'yes' }, 'allow_reentry', 'type'],
];

test.each(faults)('%s is refused when it is made', (_name, given, path, kind) => {
  expect(issuesOf(given)).toEqual([[path, kind]]);
});

test('what is sound is kept as it was given, and nothing is added to it [N10-N13]', () => {
  const given = [
    { ...either, name: null, skip_to: 'b' },
    { ...delay, name: null, id: 'a' },
    { type: 'delay', name: null, id: 'b', until: '2026-12-31T08:00:00+01:00', offset_seconds: -60 },
    { ...window, name: null, time_zone: '{{event.data.zone}}' },
  ];
  const [last, ...before] = given.toReversed();
  const definition = accepted({
    ...steps(last as Json, ...before.toReversed()),
    allow_reentry: { after_seconds: 1 },
  });
  expect(definition.steps).toEqual(given);
  expect(definition.allow_reentry).toEqual({ after_seconds: 1 });
});

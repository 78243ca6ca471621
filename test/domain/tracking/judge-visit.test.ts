import type { Email } from '../../../shared/core/records/emails.ts';
import { noVisits, type TrackingState, type Visit } from '../../../shared/core/records/tracking.ts';
import { isMachine, judgeVisit } from '../../../shared/domain/tracking/judge-visit.ts';

const start = Date.parse('2026-11-22T10:00:00.000Z');
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const visit = (change: Partial<Visit> & { after_ms?: number } = {}): Visit => {
  const { after_ms = 0, ...fields } = change;
  const base = { type: 'open', email_id: 'msg_x', target: '', ip: '192.0.2.7', user_agent: firefox } as const;
  return { ...base, at: start + after_ms, ...fields };
};

const click = (target: string, change: Parameters<typeof visit>[0] = {}) =>
  visit({ type: 'click', target, ...change });

const mark = 'd-4_Tq9x';

/** What each of these visits counts as, in their order; `machine` is what each alone shows. */
function judgeAll(visits: Visit[], machine = false) {
  let state: TrackingState = noVisits;
  return visits.map((one) => {
    const judged = judgeVisit(state, one, { machine, mark });
    if (judged === null) return null;
    state = judged.next;
    return judged.counted;
  });
}

const counted = (visits: Visit[]) => judgeAll(visits).map((result) => result !== null);
const machines = (visits: Visit[]) => judgeAll(visits).map((result) => result?.machine ?? null);

describe('loads that are one open or click [E14]', () => {
  test.each<[string, Visit[], boolean[]]>([
    ['within 10 s', [visit(), visit({ after_ms: 9_999 }), visit({ after_ms: 10_000 })], [true, false, true]],
    [
      'from one /24',
      [visit(), visit({ ip: '192.0.2.200' }), visit({ ip: '192.0.3.7' })],
      [true, false, true],
    ],
    [
      'from one /48',
      [visit({ ip: '2001:db8:1::1' }), visit({ ip: '2001:db8:1:ffff::2' }), visit({ ip: '2001:db8:2::1' })],
      [true, false, true],
    ],
    ['of one user agent', [visit(), visit({ user_agent: 'other' })], [true, true]],
    ['of an unknown address', [visit({ ip: null }), visit({ ip: null })], [true, false]],
    ['of one link', [click('https://a/'), click('https://a/'), click('https://b/')], [true, false, true]],
    ['an open is no click', [visit(), click('https://a/', { after_ms: 5_000 })], [true, true]],
  ])('%s', (_what, visits, expected) => {
    expect(counted(visits)).toEqual(expected);
  });

  test('20 opens and 20 clicks of an email count in one UTC day, and the next day others do', () => {
    const day = 86_400_000;
    const many = (n: number, from = 0) =>
      Array.from({ length: n }, (_, i) => visit({ after_ms: from + i * 11_000 }));
    const opens = many(25);
    expect(counted(opens).filter(Boolean)).toHaveLength(20);
    const all = [...opens, click('https://a/', { after_ms: 400_000 }), ...many(21, day)];
    expect(counted(all).filter(Boolean)).toHaveLength(20 + 1 + 20);
    expect(judgeAll(all).at(-2)).toMatchObject({ day: '2026-11-23', n: 20 });
  });

  test('what is remembered stays below 1 KB', () => {
    let state = noVisits;
    for (let i = 0; i < 40; i++) {
      const one = click(`https://x.example/${i}`, {
        after_ms: i,
        ip: `192.0.${i}.1`,
        user_agent: 'x'.repeat(900),
      });
      state = judgeVisit(state, one, { machine: i % 2 === 0, mark })?.next ?? state;
      state = judgeVisit(state, { ...one, type: 'open' }, { machine: i % 2 === 0, mark })?.next ?? state;
    }
    expect(JSON.stringify(state).length).toBeLessThan(900);
    expect(JSON.stringify(state)).not.toContain('192.0.');
  });
});

describe('machines [E47]', () => {
  test('the second and later links that one address follows within 2 s', () => {
    const burst = [
      click('https://a/'),
      click('https://b/', { after_ms: 500 }),
      click('https://c/', { after_ms: 900 }),
    ];
    expect(machines(burst)).toEqual([false, true, true]);
    expect(machines([click('https://a/'), click('https://b/', { after_ms: 2_000 })])).toEqual([false, false]);
    expect(machines([click('https://a/'), click('https://b/', { ip: '192.0.2.8' })])).toEqual([false, false]);
    expect(machines([visit(), click('https://b/', { after_ms: 500 })])).toEqual([false, false]);
  });

  test('first is the first of its kind, for people and for machines', () => {
    const state = judgeVisit(noVisits, visit(), { machine: true, mark });
    expect(state?.counted).toMatchObject({ machine: true, first: true });
    const person = judgeVisit(state?.next ?? noVisits, visit({ after_ms: 20_000 }), { machine: false, mark });
    expect(person?.counted).toMatchObject({ machine: false, first: true });
    const again = judgeVisit(person?.next ?? noVisits, visit({ after_ms: 40_000 }), { machine: false, mark });
    expect(again?.counted).toMatchObject({ machine: false, first: false, n: 3 });
  });

  const delivered = { outcomes: { '0d': start }, sent_at: null } as unknown as Email;
  const taken = { outcomes: {}, sent_at: '2026-11-22T10:00:00.000Z' } as unknown as Email;
  const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

  test.each<[string, Email, Partial<Visit> & { after_ms?: number }, boolean]>([
    ['Apple Mail Privacy Protection', delivered, { user_agent: 'Mozilla/5.0', after_ms: 90_000 }, true],
    ['no user agent', delivered, { user_agent: '', after_ms: 90_000 }, true],
    ["Gmail's proxy at once", delivered, { user_agent: gmail, after_ms: 29_999 }, true],
    ["Gmail's proxy later", delivered, { user_agent: gmail, after_ms: 30_000 }, false],
    ["Gmail's proxy before SES said delivered", taken, { user_agent: gmail, after_ms: 1_000 }, true],
    ['a click within 10 s', delivered, { type: 'click', after_ms: 9_999 }, true],
    ['a click later', delivered, { type: 'click', after_ms: 10_000 }, false],
    [
      'a scanner',
      delivered,
      { user_agent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)', after_ms: 90_000 },
      true,
    ],
    ['a link preview', delivered, { user_agent: 'Slackbot-LinkExpanding 1.0', after_ms: 90_000 }, true],
    [
      'a crawler',
      delivered,
      { user_agent: 'DuckDuckBot/1.1; (+http://duckduckgo.com)', after_ms: 90_000 },
      true,
    ],
    ['a library', delivered, { user_agent: 'python-requests/2.32', after_ms: 90_000 }, true],
    ['a phone by CUBOT', delivered, { user_agent: 'Mozilla/5.0 (Linux; Android 10; CUBOT X30)' }, false],
    ['Thunderbird', delivered, { user_agent: `${firefox} Thunderbird/140.0`, after_ms: 90_000 }, false],
  ])('%s', (_who, email, change, expected) => {
    expect(isMachine(email, visit(change))).toBe(expected);
  });
});

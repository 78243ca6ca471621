import { newTenant, testContext, verifiedDomain } from '../support/api.ts';
import { acceptedId, relayWorld, sendRaw, smtpPassword, startRelay, talkAs } from '../support/smtp.ts';

type World = Awaited<ReturnType<typeof relayWorld>>;
let world: World;
beforeAll(async () => {
  world = await relayWorld({}, { limits: { failed_login_ms: 1 } });
});
afterAll(() => world.service.drain(0));

const message = (domain: string, more = '') => `From: shop@${domain}\nTo: ada@x.example\n${more}\nhi\n`;

describe('after the dot', () => {
  const answer = (more: string, body = 'hi') =>
    world.raw(`From: shop@${world.domain}\nTo: ada@x.example\n${more}\n${body}\n`);

  test.each([
    ['R3: no From', 'To: a@x.example\n\nhi\n', /^554 5\.6\.0 .*\[validation_error\]$/],
    [
      'R16: a domain that is not verified',
      'From: a@elsewhere.example\n\nhi\n',
      /^550 5\.7\.1 .*\[domain_not_verified\]$/,
    ],
    ['A71: an encoded word before the @', 'From: =?utf-8?q?a?=@a.example\n\nhi\n', /^554 5\.6\.0 .*From/],
    ['A71: an A-label of no name', 'From: a@xn--a.example\n\nhi\n', /^554 5\.6\.0 .*From/],
    ['R30: a bare CR', 'From: a@b.example\r\n\r\nx\ry\r\n', /^554 5\.6\.0 /],
    ['R30: a NUL', 'From: a@b.example\r\n\r\nx\0y\r\n', /^554 5\.6\.0 /],
    ['R45: a loop', `${'Received: from a by b\n'.repeat(51)}From: a@b.example\n\nhi\n`, /^554 5\.4\.6 /],
  ])('%s', async (_, text, expected) => {
    const octets = text.includes('\r') ? Buffer.from(text) : text;
    expect(await world.raw(octets)).toMatch(expected);
  });

  test.each([
    ['X-Service-Scheduled: now\n', /X-Service-Scheduled|x-service-scheduled/],
    ['X-Service-Category: spam\n', /X-Service-Category/],
    ['X-Service-Unsubscribe: yes\n', /X-Service-Unsubscribe/],
    ['X-Service-Tags:\n', /X-Service-Tags/],
    ['X-Service-Tags: a b=c\n', /X-Service-Tags/],
    ['X-Service-Variables: {}\n', /X-Service-Variables/],
    [
      'X-Service-Template: t\nX-Service-Variables: {"a": "\\u0000unsubscribe_url\\u0000"}\n',
      /Variables: NUL/,
    ],
    ['X-Service-Template: t\nX-Service-Variables: {"a": "\\ud800"}\n', /Variables: must be a JSON object/],
    ['X-Service-Template: t\nX-Service-Variables: {"a\\nb": 1}\n', /Variables: Line breaks/],
    ['X-Service-Template: t\nX-Service-Variables: {"a": 9007199254740993}\n', /Variables: .*2\^53/],
    ['X-Service-Template: t\nX-Service-Variables: {"a": "one\\ntwo"}\n', /\[not_found\]/],
    ['X-Service-Template: none-such\n', /\[not_found\]/],
    ['X-Service-Scheduled-At: tomorrow\n', /X-Service-Scheduled-At/],
    [
      'X-Service-Unsubscribe: true\nList-Unsubscribe: <https://x.example>\n',
      /List-Unsubscribe.*\[conflict\]$/,
    ],
  ])('%j is 554 5.6.0 and names it [R11]', async (header, named) => {
    const said = await answer(header);
    expect(said).toMatch(/^554 5\.6\.0 /);
    expect(said).toMatch(named);
  });

  test('variables that are nested without end are 554 [R11]', async () => {
    const nested = `${'['.repeat(900)}\n `.repeat(20) + `${']'.repeat(900)}\n `.repeat(20);
    const said = await answer(`X-Service-Template: t\nX-Service-Variables: {"a": ${nested}}\n`);
    expect(said).toMatch(/^554 5\.6\.0 .*Variables: must be a JSON object/);
  });

  test('other fields go out without such addresses, and none is a recipient [A71]', async () => {
    const forged = '=?utf-8?q?ceo=40bank.example?=@x.example';
    const id = acceptedId(await answer(`Cc: Ann <${forged}>, bob@x.example\nReply-To: ${forged}\n`));
    const { cc, bcc, reply_to } = await world.get(id);
    expect({ cc, bcc, reply_to }).toEqual({ cc: [], bcc: [], reply_to: [] });
    const talking = await world.login();
    await talking.say('MAIL FROM:<>');
    expect(await talking.say(`RCPT TO:<${forged}>`)).toMatch(/^501 5\.1\.3 .*\[validation_error\]$/);
    expect(await talking.say('RCPT TO:<a@xn--a.example>')).toMatch(/^501 5\.1\.3 /);
    talking.close();
  });

  test('control headers set the API fields, which GET returns at once, and are never sent [R11, R18]', async () => {
    const at = world.ahead(3600);
    const id = acceptedId(
      await answer(
        `X-Service-Tags: order = 42 ; flag; pct=%C3%A4%3B\nX-Service-Category: product\nX-Service-Scheduled-At: ${at}\n`,
      ),
    );
    expect(await world.get(id)).toMatchObject({
      tags: [
        { name: 'order', value: '42' },
        { name: 'flag', value: '' },
        { name: 'pct', value: 'ä;' },
      ],
      category: 'product',
      status: 'scheduled',
      source: 'smtp',
    });
    const plain = acceptedId(await answer('X-Service-Tags: a=b\n'));
    expect(await world.delivered(plain)).not.toMatch(/x-service/i);
  });

  test('a blocked name is 554 5.7.1, too many files are 552 5.3.4 [R8]', async () => {
    const part = (name: string) => `--b\nContent-Disposition: attachment; filename=${name}\n\nx\n`;
    const type = 'Content-Type: multipart/mixed; boundary=b\n';
    expect(await answer(type, `${part('a.exe')}--b--`)).toMatch(/^554 5\.7\.1 .*\[validation_error\]$/);
    expect(await answer(type, `${part('a.txt').repeat(11)}--b--`)).toMatch(
      /^552 5\.3\.4 .*\[payload_too_large\]$/,
    );
  });

  test('a key gives the first id for the same content, and is a conflict for another [R9]', async () => {
    const keyed = (body: string, date: string) =>
      answer(`X-Service-Idempotency-Key: k-${world.domain}\nDate: ${date}\nUser-Agent: ${date}\n`, body);
    const first = acceptedId(await keyed('one', 'Mon, 1 Jan 2026 00:00:00 +0000'));
    expect(acceptedId(await keyed('one', 'Tue, 2 Jan 2026 00:00:00 +0000'))).toBe(first);
    expect(await keyed('two', 'x')).toMatch(/^554 5\.6\.0 .*\[idempotency_conflict\]$/);
  });

  test('the same Message-ID is one email, with other content or recipients another [R10]', async () => {
    const send = (body: string, to = ['ada@x.example']) =>
      world
        .raw(`From: shop@${world.domain}\nMessage-ID: <same@${world.domain}>\n\n${body}\n`, to)
        .then(acceptedId);
    const first = await send('one');
    expect(await Promise.all(Array.from({ length: 50 }, () => send('one')))).toEqual(Array(50).fill(first));
    const both = await send('one', ['Bo@x.example', 'ada@x.example']);
    expect(await send('one', ['ada@x.example', 'bo@X.example'])).toBe(both);
    const others = [both, await send('two'), await send('one', ['bo@x.example'])];
    expect(new Set([first, ...others]).size).toBe(4);
    const none = () => answer('').then(acceptedId);
    expect(await none()).not.toBe(await none());
  });

  test.each([
    ['bo', ''],
    ['di', 'X-Service-Idempotency-Key: suppressed\n'],
  ])('a retry after %s was suppressed is the same email (%j) [R9, R10]', async (name, key) => {
    const [ada, cy, gone] = ['ada@x.example', 'cy@x.example', `${name}@x.example`];
    const send = (to: string[], subject = 'one') => {
      const fields = `From: shop@${world.domain}\nTo: ${gone}\nMessage-ID: <${name}@${world.domain}>\n${key}`;
      return world.raw(`${fields}Subject: ${subject}\n\nhi\n`, to);
    };
    const first = acceptedId(await send([ada, gone]));
    await world.suppress(gone);
    expect(acceptedId(await send([gone, ada]))).toBe(first);
    for (const other of [await send([gone, ada, cy]), await send([gone, ada], 'two')]) {
      expect(other).toMatch(key === '' ? /^250 / : /^554 5\.6\.0 .*\[idempotency_conflict\]$/);
      expect(other).not.toContain(first);
    }
  });

  test('a retry of which the list of suppressed recipients cannot be read for one is the same email [R10]', async () => {
    const to = ['ada@x.example', 'late@x.example'];
    const text = `From: shop@${world.domain}\nMessage-ID: <late@${world.domain}>\n\nhi\n`;
    const first = acceptedId(await world.raw(text, to));
    const { readStates } = world.ctx.suppressions;
    world.ctx.suppressions.readStates = async (list, addresses) => {
      if (addresses.includes('late@x.example')) throw new Error('the table is down');
      return readStates(list, addresses);
    };
    const retried = await world.raw(text, to);
    world.ctx.suppressions.readStates = readStates;
    expect(acceptedId(retried)).toBe(first);
  });

  test('a template takes the place of the texts, files stay [R14]', async () => {
    const { createTemplate } = await import('../../shared/domain/templates/create-template.ts');
    const { systemCaller } = await import('../../shared/domain/context.ts');
    await createTemplate(world.ctx, systemCaller(world.account, 'test'), {
      alias: 'hello',
      name: 'Hello',
      subject: 'Hi {{name}}',
      html: '<b>{{name}}</b>',
      publish: true,
    } as never);
    const template =
      'X-Service-Template: hello\nX-Service-Variables: {"name":\n "Ada\n\tLovelace"}\nContent-Type: multipart/mixed; boundary=b\n';
    const texts =
      '--b\nContent-Type: multipart/alternative; boundary=a\n\n--a\n\nplaceholder\n--a\nContent-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n--a--\n';
    const file = '--b\nContent-Type: image/png; name=l.png\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--';
    const id = acceptedId(await answer(template, `${texts}${file}`));
    expect(await world.get(id)).toMatchObject({
      template: 'hello',
      subject: 'Hi Ada Lovelace',
      source: 'smtp',
    });
    const sent = await world.delivered(id);
    expect(sent).toContain('<b>Ada Lovelace</b>');
    for (const kept of ['l.png', 'attachment-1.ics', 'method=REQUEST']) expect(sent).toContain(kept);
    expect(sent).not.toContain('placeholder');
    const scheduled = `X-Service-Scheduled-At: ${world.ahead(3600)}\n${template}`;
    expect(await answer(scheduled, `${texts}--b--`)).toMatch(
      /^554 5\.6\.0 X-Service-Scheduled-At: .*can't have attach/,
    );
    expect(await answer('X-Service-Template: hello\n')).toMatch(/^554 5\.6\.0 /);
    const subject = 'Hi {{ unsubscribe_url }}';
    const override = `X-Service-Template: hello\nX-Service-Variables: {"name": ""}\nSubject: ${subject}\n`;
    expect(await world.get(acceptedId(await answer(override)))).toMatchObject({ subject });
  });
});

describe('credentials with limits (H30)', () => {
  test('allowed_domains and a tenant bound it like a key', async () => {
    const other = `other.${world.domain}`;
    await verifiedDomain(world.ctx, world.account.id, other);
    const limited = await smtpPassword(world.ctx, world.account, { allowed_domains: [other] });
    const talking = await talkAs(world.service, limited.password);
    const to = ['ada@x.example'];
    expect(await sendRaw(talking, { from: '', to, message: message(world.domain) })).toMatch(
      /^550 5\.7\.1 .*\[domain_not_allowed\]$/,
    );
    acceptedId(await sendRaw(talking, { from: '', to, message: message(other) }));
    talking.close();
    const [mine, theirs] = [
      await newTenant(world.ctx, world.account.id),
      await newTenant(world.ctx, world.account.id),
    ];
    const tenanted = await smtpPassword(world.ctx, world.account, { tenant: mine.external_id });
    const second = await talkAs(world.service, tenanted.password);
    const id = acceptedId(await sendRaw(second, { from: '', to, message: message(world.domain) }));
    expect((await world.get(id)).tenant).toBe(mine.external_id);
    const named = message(world.domain, `X-Service-Tenant: ${theirs.external_id}\n`);
    expect(await sendRaw(second, { from: '', to, message: named })).toMatch(/^550 5\.7\.1 .*\[forbidden\]$/);
    second.close();
  });

  test('that of a deleted tenant does not send as the one that was made again under its name [A7]', async () => {
    const old = await newTenant(world.ctx, world.account.id);
    const { password } = await smtpPassword(world.ctx, world.account, { tenant: old.external_id });
    const talking = await talkAs(world.service, password);
    const text = message(world.domain, `X-Service-Tenant: ${old.external_id}\n`);
    const send = () => sendRaw(talking, { from: '', to: ['ada@x.example'], message: text });
    acceptedId(await send());
    const elsewhere = testContext();
    await elsewhere.tenants.remove(old, 0);
    await newTenant(elsewhere, world.account.id, old.external_id);
    expect(await send()).toMatch(/\[not_found\]$/);
    talking.close();
  });
});

test('draining ends idle sessions, lets a transaction finish, and takes no new one [R67]', async () => {
  const service = await startRelay(world.ctx);
  const [idle, busy] = [await talkAs(service, world.password), await talkAs(service, world.password)];
  await busy.say('MAIL FROM:<>');
  await busy.say('RCPT TO:<ada@x.example>');
  await busy.say('DATA');
  const drained = service.drain(10_000);
  expect((await idle.next())[0]).toMatch(/^421 4\.3\.2 /);
  await idle.ended();
  busy.write(message(world.domain).replaceAll('\n', '\r\n'));
  acceptedId(await busy.say('.'));
  expect((await busy.next())[0]).toMatch(/^421 4\.3\.2 /);
  await drained;
});

test('a task that ends writes the record of refused recipients first [R17, R67]', async () => {
  await world.suppress('ended@x.example');
  const { promise: noSession, resolve } = Promise.withResolvers<void>();
  let isWritten = false;
  const emails: typeof world.ctx.emails = {
    ...world.ctx.emails,
    putRefused: async (...record) => {
      await noSession;
      await world.ctx.emails.putRefused(...record);
      isWritten = true;
    },
  };
  const sleep = async (ms: number) => {
    if (service.sessions() === 0) resolve();
    await world.ctx.runtime.sleep(ms);
  };
  const service = await startRelay({ ...world.ctx, emails, runtime: { ...world.ctx.runtime, sleep } });
  const talking = await talkAs(service, world.password);
  await talking.say(`MAIL FROM:<b@${world.domain}>`);
  expect(await talking.say('RCPT TO:<ended@x.example>')).toMatch(/^550 5\.1\.1 /);
  const drained = service.drain(10_000);
  await talking.say('RSET');
  await drained;
  expect(isWritten).toBe(true);
});

test.each(['RSET', 'EHLO client.example', 'RSET\r\nMAIL FROM:<>\r\nNOOP'])(
  'while draining, a session whose transaction is ended by %j hears 421 at once, and nothing else [R67]',
  async (commands) => {
    const service = await startRelay(world.ctx);
    const talking = await talkAs(service, world.password);
    await talking.say('MAIL FROM:<>');
    const drained = service.drain(10_000);
    expect(await talking.say('NOOP')).toMatch(/^250 /);
    talking.write(`${commands}\r\n`);
    expect((await talking.next()).join()).toMatch(/^250[ -]/);
    expect((await talking.next())[0]).toMatch(/^421 4\.3\.2 /);
    expect(await talking.ended()).toEqual([]);
    await drained;
  },
);

test('while draining, a transaction that its client begins again with MAIL ends with 421 [R67]', async () => {
  const service = await startRelay(world.ctx);
  const talking = await talkAs(service, world.password);
  await talking.say('MAIL FROM:<>');
  const drained = service.drain(10_000);
  expect(await talking.say('MAIL FROM:<>')).toMatch(/^421 4\.3\.2 /);
  await drained;
});

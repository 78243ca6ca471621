import fc from 'fast-check';
import { email_id, links, targetsOf, track, trackingBase, undone } from '../../support/tracked.ts';

const clicked = async (html: string, headers: Record<string, string> = {}) =>
  (await track({ html, headers })).html ?? '';

describe('which links are led through the service [E16]', () => {
  test.each([
    ['<a href="https://x.example/a">x</a>', 'https://x.example/a'],
    ["<a href='http://x.example'>x</a>", 'http://x.example'],
    ['<a href=https://x.example/a?b=1>x</a>', 'https://x.example/a?b=1'],
    ['<A  class=b\n HREF = "https://x.example/a" >x</A>', 'https://x.example/a'],
    ['<area shape="rect" href="https://x.example/map">', 'https://x.example/map'],
    ['<a href="\n https://x.example/a\t">x</a>', 'https://x.example/a'],
    ['<a href="HTTPS://X.example/A">x</a>', 'HTTPS://X.example/A'],
    [
      '<a href="https://x.example/?a=1&amp;b=2&copy=3&#38;d=4">x</a>',
      'https://x.example/?a=1&b=2&copy=3&d=4',
    ],
    ['<a href="https://x.example/ä/日本?q=é">x</a>', 'https://x.example/ä/日本?q=é'],
    ['<a href="https://x.example/%7Ea%2Fb#c">x</a>', 'https://x.example/%7Ea%2Fb#c'],
    ['<a href="https://x.example/a" href="https://y.example">x</a>', 'https://x.example/a'],
    ['<a href="https://x.example/{{ not ours }}">x</a>', 'https://x.example/{{ not ours }}'],
    [`<a href="https://x.example/${'a'.repeat(1982)}">x</a>`, `https://x.example/${'a'.repeat(1982)}`],
    ['<!--[if !mso]><!--><a href="https://x.example/b">x</a><!--<![endif]-->', 'https://x.example/b'],
    ['<!--[if !mso]><!-- --><a href="https://x.example/b">x</a><!--<![endif]-->', 'https://x.example/b'],
    ['<![if !mso]><a href="https://x.example/b">x</a><![endif]>', 'https://x.example/b'],
    ['<a href="https://example.com/unsubscribe/x">not our host</a>', 'https://example.com/unsubscribe/x'],
  ])('%.120s', async (html, target) => {
    const tracked = await clicked(html);
    expect(await targetsOf(tracked)).toEqual([target]);
  });
});

describe('what stays as it is [E16-E18]', () => {
  test.each([
    '<a href="mailto:a@x.example">x</a>',
    '<a href="tel:+123">x</a><a href="sms:+1">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="#top">x</a><a href="/path">x</a><a href="//x.example">x</a><a href="">x</a><a href>x</a>',
    '<a href="https://">x</a><a href="https:///x">x</a><a href="http:x">x</a><a href="https://\\x">x</a>',
    '<a href="https://[oops/">x</a>',
    '<a href="https://x.example/a\nb">x</a>',
    `<a href="https://x.example/${'a'.repeat(1983)}">x</a>`,
    '<a name="https://x.example">x</a>',
    '<a data-no-track href="https://x.example/reset">x</a>',
    '<a href="https://x.example/reset" DATA-NO-TRACK="">x</a>',
    '<form action="https://x.example"><button formaction="https://x.example">x</button></form>',
    '<link rel=stylesheet href="https://x.example/a.css"><base href="https://x.example">',
    '<img src="https://x.example/a.png"><td background="https://x.example/a.png">',
    '<!-- <a href="https://x.example">x</a> -->',
    '<!--[if mso]><a href="https://x.example">x</a><v:rect href="https://x.example"></v:rect><![endif]-->',
    '<style>a{background:url(x)}/* <a href="https://x.example"> */</style>',
    '<script>const a = \'<a href="https://x.example">\'</script>',
    '<title><a href="https://x.example">x</a></title>',
    '<textarea><a href="https://x.example">x</a></textarea>',
    '<template><div><a href="https://x.example">x</a></div></template>',
    '<noscript><a href="https://x.example">x</a></noscript>',
    '<xmp><a href="https://x.example">x</a></xmp><iframe><a href="https://x.example">x</a></iframe>',
    'https://x.example as text',
    `<a href="${trackingBase}/unsubscribe/abc">x</a>`,
    '<a href="https://mail.example.com/unsubscribe/abc">x</a>',
    `<a href="${trackingBase}/t/c/abc">x</a>`,
    '<a href="https://x.example/never closed',
    '',
  ])('%.120s', async (html) => {
    expect(await clicked(html)).toBe(html);
  });

  test('the URLs of List-Unsubscribe, whatever the case of its name [E18]', async () => {
    const html = '<a href="https://x.example/u?a=1&amp;b=2">out</a><a href="https://x.example/in">in</a>';
    const headers = { 'list-UNSUBSCRIBE': '<mailto:out@x.example>, <https://x.example/u?a=1&b=2>' };
    expect(await targetsOf(await clicked(html, headers))).toEqual(['https://x.example/in']);
  });

  test('without tracking, and without html, the content is the same object [E15, E55]', async () => {
    const html = '<a href="https://x.example">x</a>';
    const off = await track({ html, text: 'x' }, { opens: false, clicks: false });
    expect(off).toEqual({ subject: 'Hello', html, text: 'x', headers: {} });
    expect((await track({ html: null, text: 'https://x.example' }, { opens: true })).html).toBeNull();
  });
});

test('only the value of the attribute changes, in the quotes it had [E16]', async () => {
  const html = `<p>\r\n<a id=1 href='https://x.example/1'>1</a><a href=https://x.example/2 id=2>2</a>\0<b`;
  const tracked = await clicked(html);
  expect(tracked).toMatch(
    /^<p>\r\n<a id=1 href='https:[^'"<> ]+'>1<\/a><a href="https:[^'"<> ]+" id=2>2<\/a>\0<b$/,
  );
  expect(await undone(tracked)).toBe(html.replace('=https://x.example/2', '="https://x.example/2"'));
});

describe('where the pixel is put [E16]', () => {
  const img =
    /<img src="[^"]+\/t\/o\/[^"]+" alt="" width="1" height="1" border="0" style="display:block;width:1px;height:1px">/;

  test.each([
    ['<html><body><p>x</p></body></html>', '<html><body><p>x</p>PIXEL</body></html>'],
    ['<body>a</body><p>b</p></BODY >\n</html>', '<body>a</body><p>b</p>PIXEL</BODY >\n</html>'],
    ['<html>x</html>', '<html>xPIXEL</html>'],
    ['<p>x</p>', '<p>x</p>PIXEL'],
    ['<body>x<!-- </body> -->', '<body>x<!-- </body> -->PIXEL'],
    ['<body>x</body><!-- </body> -->', '<body>xPIXEL</body><!-- </body> -->'],
    ['plain &amp; text &lt;', 'plain &amp; text &lt;PIXEL'],
    ['<p>x</p><!-- y -->', '<p>x</p><!-- y -->PIXEL'],
    ['<p>x</p><!DOCTYPE y>', '<p>x</p><!DOCTYPE y>PIXEL'],
    ['<p>x</p><title>y</title>', '<p>x</p><title>y</title>PIXEL'],
    // What is open at the end would swallow it.
    ['<p>x</p><!-- y', '<p>x</p>PIXEL<!-- y'],
    ['<p>x</p><!-- y --', '<p>x</p>PIXEL<!-- y --'],
    ['<p>x</p><!', '<p>x</p>PIXEL<!'],
    ['<p>x</p><b', '<p>x</p>PIXEL<b'],
    ['<p>x</p><a title="y>', '<p>x</p>PIXEL<a title="y>'],
    ['<p>x</p', '<p>xPIXEL</p'],
    ['<p>x</p><style>p{', '<p>x</p>PIXEL<style>p{'],
    ['<p>x</p><title>y', '<p>x</p>PIXEL<title>y'],
    ['<p>x</p><template><p>y</p>', '<p>x</p>PIXEL<template><p>y</p>'],
  ])('%s', async (html, expected) => {
    const { html: tracked } = await track({ html }, { opens: true, clicks: true });
    expect(tracked?.replace(img, 'PIXEL')).toBe(expected);
    expect(await targetsOf(tracked ?? '')).toEqual(['']);
  });

  test('with links before and behind it', async () => {
    const link = (n: number) => `<a href="https://x.example/${n}">x</a>`;
    const html = `${link(1)}</body>${link(2)}`;
    const { html: tracked } = await track({ html }, { opens: true, clicks: true });
    expect(await targetsOf(tracked ?? '')).toEqual(['https://x.example/1', '', 'https://x.example/2']);
    expect(await undone(tracked ?? '')).toBe(html);
  });
});

test('the text part is left alone, and one that is missing is made of the html as it was written [E55]', async () => {
  const html = '<a href="https://x.example/a">Go</a>';
  expect(await track({ html, text: 'Go: https://x.example/a' }, { opens: true })).toMatchObject({
    text: 'Go: https://x.example/a',
  });
  expect((await track({ html }, { opens: true })).text).toBe('Go (https://x.example/a)\n');
});

test('the same content has the same bytes in every attempt', async () => {
  const html = '<a href="https://x.example/a">Go</a>';
  expect(await track({ html }, { opens: true })).toEqual(await track({ html }, { opens: true }));
});

test('what tracking would enlarge by more than 5 MB goes out as it is', async () => {
  const html = '<a href="https://x.example/a">x</a>'.repeat(60_000);
  expect((await track({ html }, { opens: true })).html === html).toBe(true);
});

test('links and pixel are at the tracking host where the deployment has one; a link to either host stays', async () => {
  const tracking_url = 'https://links.mail.example.com/api';
  const own = [trackingBase, tracking_url].map((base) => `<a href="${base}/t/c/token">x</a>`).join('');
  const html = `${own}<a href="${trackingBase}/unsubscribe/token">u</a><a href="https://x.example/a">y</a>`;
  const both = { opens: true, clicks: true };
  const { html: tracked } = await track({ html }, both, { tracking_url });
  expect(tracked?.startsWith(`${own}<a href="${trackingBase}/unsubscribe/token">u</a>`)).toBe(true);
  const added = tracked?.slice(html.indexOf('<a href="https://x.example')) ?? '';
  expect(
    [...added.matchAll(/(?:href|src)="([^"]*)\/t\/([oc])\//g)].map(([, host, kind]) => [host, kind]),
  ).toEqual([
    [tracking_url, 'c'],
    [tracking_url, 'o'],
  ]);
  expect(added).not.toContain(trackingBase);
});

const target = 'https://x.example/ä?q=1&b=%20#c';

test('a token contains its email and target, and is valid only on its own path [E19]', async () => {
  const [click = '', open = ''] = await links.sign(email_id, [
    { path: 'c', target },
    { path: 'o', target: '' },
  ]);
  expect(await links.read('c', click)).toEqual({ email_id, target });
  expect(await links.read('o', open)).toEqual({ email_id, target: '' });
  expect([await links.read('o', click), await links.read('c', open)]).toEqual([null, null]);
});

test('a token with any changed bit or a different encoding is rejected [E19]', async () => {
  const [token = ''] = await links.sign(email_id, [{ path: 'c', target }]);
  const bytes = Buffer.from(token, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, await links.read('c', changed.toString('base64url'))]).toEqual([bit, null]);
  }
  const others = [
    `${token}=`,
    `${token}A`,
    token.slice(0, -1),
    ` ${token}`,
    token.replace(/[-_]/, '+'),
    '',
    'a',
  ];
  for (const other of others) if (other !== token) expect(await links.read('c', other)).toBeNull();
});

test('any other input is rejected without throwing [E19]', async () => {
  const given = fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary', maxLength: 20_000 }));
  await fc.assert(
    fc.asyncProperty(given, async (token) => {
      expect(await links.read('c', token)).toBeNull();
    }),
  );
});

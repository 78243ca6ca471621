import { replyText } from '../../../shared/mail/received/reply-text.ts';
import { textFromHtml } from '../../../shared/mail/text-part.ts';

const ofText = (text: string, subject = 'Re: Order') => replyText({ html: null, text }, subject);
const ofHtml = (html: string, subject = 'Re: Order') => replyText({ html, text: null }, subject);

describe('where the answer is [N40]', () => {
  test('between quotes: its parts are kept in their order', () => {
    const text = `Hi Bob,

On Mon, Mar 14, 2022 at 6:16 PM, Bob <bob@x.example> wrote:

> Is it blue?

Yes.

> > earlier
> And large?
No:
it is small.

> Bye
`;
    expect(ofText(text)).toBe('Hi Bob,\n\nYes.\n\nNo:\nit is small.');
  });

  test('above and below', () => {
    expect(ofText('Above.\n\n> quote\n\nBelow.\n\nMore.')).toBe('Above.\n\nBelow.\n\nMore.');
  });

  test('text that is all quote has none; text without a quote is all of it', () => {
    expect(ofText('On 14.03.22 18:16, Bob wrote:\n> a\n> b\n')).toBeNull();
    expect(ofText('> a\n> b\n')).toBeNull();
    expect(ofText('  \r\n\r\n')).toBeNull();
    expect(replyText({ html: null, text: null }, 's')).toBeNull();
    expect(ofText('\r\nHello\r\n\r\n\r\nBob: see below\r\nBye \r\n')).toBe('Hello\n\n\nBob: see below\nBye ');
  });

  test.each([
    ['a colon before a list', 'These are:\n- one\n- two'],
    ['who wrote, in a sentence', 'On Monday she wrote:\nplease call me at 10:30.'],
    ['a year before a quote', 'The figures of 2022:\nall is well.'],
    ['a line that looks like a time', 'The train at 10:30:\nis late.'],
    ['fields of a form', 'From: London\nTo: Paris\nDate: 12 May 2022 10:30\nThanks'],
    ['a form at the top', 'From: Ada\nDate: 12 May 2022\nSubject: Question\nWhat is it?'],
    ['a rule of two signs, much below it', `One\n--\n${'Two\n'.repeat(11)}End`],
    ['who wrote at a day, in a sentence', 'Bob wrote on 14 March 2022 at 18:16:\nplease do this.'],
    ['an escaped line', 'Hello\n>From here on it is mine\nBye'],
    ['a signature and nothing else', '-- \nAda\n+43 1 234'],
    ['the line of a device and nothing else', 'Sent from my iPhone'],
    [
      'a marked original without an answer above',
      '-----Original Message-----\nFrom: Bob\n\nQuestion\n\nAnswer?',
    ],
  ])('what may be the author is kept: %s', (_name, text) => {
    expect(ofText(text)).toBe(text);
  });
});

describe('no word of the author is lost above who wrote a quote [R81]', () => {
  test.each([
    ['You can reach me at ada@x.example', 'On 14.03.22 18:16, Bob wrote:'],
    ['See you on 14 March 2022 at 18:16', 'she wrote:'],
    ['I think we should go ahead with the plan as it was discussed last week', 'Bob <bob@x.example>:'],
    ['We moved the meeting of 14 March 2022, 18:16 to the larger room, if so', 'Bob <bob@x.example>:'],
    ['The meeting of 14 March 2022 at 18:16 has been moved to the large room.', '<bob@x.example> wrote:'],
    ['Fine', 'Bob <bob@x.example>, 14 Mar 2022 Pzt, 18:16 tarihinde şunu yazdı:'],
    ['Fine with me, as it is what we have had in mind for a very long time', '<bob@x.example> wrote:'],
    ['These are the figures:', 'On 14.03.22 18:16, Bob wrote:'],
    ['Is a < b@c', '> so that it is more:'],
  ])('%s | %s', (own, line) => {
    expect(ofText(`${own}\n${line}\n> What?\n`)).toBe(own);
    expect(ofText(`${own}\n\n${line}\n\n> What?\n`)).toBe(own);
  });

  test('an answer below marked lines of an original message is kept', () => {
    const mark =
      '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, March 14, 2022 6:16 PM, Bob <b@x.example> wrote:';
    expect(ofText(`Above.\n\n${mark}\n\n> What?\n\nBelow.`)).toBe('Above.\n\nBelow.');
  });
});

describe('what html hides is no text [R81]', () => {
  test.each([
    '<div style="font-size:0">x</div>',
    '<div style="font-size:0px"><span>x</span></div>',
    '<div style="FONT-SIZE: 0.0pt !important; font-size: 12px">x</div>',
    '<div style="font:0/0 a">x</div>',
    '<div style="font-size:0"><b style="font-size:2em">x</b></div>',
    '<style>.p{font-size:0}</style><div class="p">x</div>',
    '<div style="color:#fff">x</div>',
    '<div style="color:white"><span>x</span></div>',
    '<font color="#FFFFFF">x</font>',
    '<div style="background:#000"><p style="color:rgb(0, 0, 0)">x</p></div>',
    '<table bgcolor="#123456"><tr><td style="color:#123456">x</td></tr></table>',
    '<div style="height:0;overflow:hidden">x</div>',
    '<div style="max-height:0px">x</div>',
    '<div style="display:none">x</div>',
    '<p style="mso-hide:all">x</p>',
  ])('hidden: %s', (html) => expect(ofHtml(`<p>Hi</p>${html}`)).toBe('Hi'));

  test.each([
    '<div style="font-size:0"><b style="font-size:14px">x</b></div>',
    '<div style="font-size:0.9em">x</div>',
    '<div style="font:10px/0 Arial">x</div>',
    '<style>body{background:#000}</style><div style="color:#fff">x</div>',
    '<body bgcolor="black"><div style="color:#fff">x</div></body>',
    '<div style="background:url(a.png)"><p style="color:#fff">x</p></div>',
    '<div style="background:black"><p style="color:#fff">x</p></div>',
    '<div style="color:#fff"><a href="https://x">x</a></div>',
    '<div style="background:#000">x</div>',
    '<table><tr style="height:0"><td style="height:0px">x</td></tr></table>',
    '<div style="line-height:0;min-height:0">x</div>',
  ])('shown: %s', (html) => expect(ofHtml(`<p>Hi</p>${html}`)).toMatch(/x/));

  test('the text part of mail that is sent keeps what only some readers hide (Q40)', () => {
    expect(textFromHtml('<p style="mso-hide:all">a</p><p style="color:#fff">b</p>', 's')).toBe('a\n\nb\n');
  });
});

describe('quotes without marks [N40]', () => {
  const body = '\nDear Ada,\n\nwhat about it?\n';
  test.each([
    ['-----Original Message-----\nFrom: Bob\n'],
    ['-----Ursprüngliche Nachricht-----\nVon: Bob\n'],
    ["-----Message d'origine-----\nDe : Bob\n"],
    ['----- Mensaje original -----\n'],
    [
      '________________________________\nFrom: Bob <bob@x.example>\nSent: Monday, March 14, 2022 6:16 PM\nTo: Ada\nSubject: Order\n',
    ],
    ['From: Bob <bob@x.example>\nDate: Monday, 14 March 2022 at 18:16\nTo: Ada\nSubject: Order\n'],
    [
      '*From:* Bob <bob@x.example>\n*Sent:* Monday, March 14, 2022 6:16 PM\n*To:* Ada\n*Cc:* a@x.example,\n b@x.example\n*Subject:* Order\n',
    ],
    ['Von: Bob [mailto:bob@x.example]\nGesendet: Montag, 14. März 2022 18:16\nAn: Ada\nBetreff: AW: Order\n'],
    ['De : Bob <bob@x.example>\nEnvoyé : lundi 14 mars 2022 18:16\nÀ : Ada\nObjet : Order\n'],
    ['De: Bob\nEnviado el: lunes, 14 de marzo de 2022 18:16\nPara: Ada\nAsunto: Order\n'],
    ['Da: Bob\nInviato: lunedì 14 marzo 2022 18:16\nA: Ada\nOggetto: Order\n'],
    ['Van: Bob\nVerzonden: maandag 14 maart 2022 18:16\nAan: Ada\nOnderwerp: Order\n'],
    ['От: Bob\nОтправлено: 14 марта 2022 г. 18:16\nКому: Ada\nТема: Order\n'],
    ['发件人: Bob\n发送时间: 2022年3月14日 18:16\n收件人: Ada\n主题: Order\n'],
    ['On Monday, March 14, 2022, 06:16:05 PM GMT+1, Bob <bob@x.example> wrote:\n'],
  ])('%j', (head) => {
    expect(ofText(`Fine.\n\nAda\n\n${head}${body}`)).toBe('Fine.\n\nAda');
    expect(ofText(`Fine.\r\n${`${head}${body}`.replaceAll('\n', '\r\n')}`)).toBe('Fine.');
  });
});

describe('signatures [N40]', () => {
  test.each([
    ['Fine.\n\n-- \nAda\nExample Ltd\n', 'Fine.'],
    ['Fine.\n-- \nAda\n\nOn 14.03.22 18:16, Bob wrote:\n> What?\n', 'Fine.'],
    ['> What?\n\nFine.\n-- \nAda\n', 'Fine.'],
    ['Fine.\n\n> What?\n\n-- \nAda\n', 'Fine.'],
    ['Fine.\n--\nAda\n', 'Fine.'],
    ['Fine.\n\nSent from my iPhone\n\nOn 14.03.22 18:16, Bob wrote:\n> What?\n', 'Fine.'],
    ['Passt.\n\nVon meinem iPhone gesendet\n', 'Passt.'],
    ['Bien.\n\nEnvoyé de mon iPhone\n', 'Bien.'],
    [
      'Fine.\n\nGet Outlook for iOS\n________________________________\nFrom: Bob\nSent: Monday\nSubject: Order\n\nWhat?',
      'Fine.',
    ],
  ])('%j', (text, own) => {
    expect(ofText(text)).toBe(own);
  });
});

describe('what is passed on is kept [N40]', () => {
  test.each([
    'See below.\n\n---------- Forwarded message ---------\nFrom: Bob <bob@x.example>\nDate: Mon\nSubject: Order\n\n> old\nText',
    'See below.\n\nBegin forwarded message:\n\n> From: Bob\n> Subject: Order\n>\n> Text',
    '---------- Weitergeleitete Nachricht ---------\nVon: Bob\n\nText',
  ])('%j', (text) => {
    expect(ofText(text, 'Fwd: Order')).toBe(text);
    expect(ofText(text, 'Order')).toBe(text);
  });
  test('by its subject, where Outlook writes the same as above an answer', () => {
    const text = 'Please see.\n\nFrom: Bob\nSent: Monday\nTo: Ada\nSubject: Order\n\nText';
    expect(ofText(text, 'FW: Order')).toBe(text);
    expect(ofText(text, 'RE: FW: Order')).toBe('Please see.');
  });
  test('an answer to what was passed on is an answer', () => {
    const text =
      'Thanks.\n\nOn 14.03.22 18:16, Bob wrote:\n> ---------- Forwarded message ---------\n> From: Cy\n';
    expect(ofText(text)).toBe('Thanks.');
  });
});

describe('html alone [N40]', () => {
  test.each([
    [
      'Gmail',
      '<div dir="ltr">Fine.<br></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 14, 2022 at 6:16 PM Bob &lt;<a href="mailto:bob@x.example">bob@x.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">What about it?</blockquote></div>',
      'Fine.',
    ],
    [
      'Gmail, answers between',
      '<div class="gmail_quote"><div class="gmail_attr">On Mon Bob wrote:</div><blockquote class="gmail_quote">Blue?</blockquote><div>Yes.</div><blockquote class="gmail_quote">Large?</blockquote><div>No.</div></div>',
      'Yes.\n\nNo.',
    ],
    [
      'Gmail, passed on',
      '<div>See.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Bob<br></div><br>Text</div>',
      'See.\n\n---------- Forwarded message ---------\nFrom: Bob\n\nText',
    ],
    [
      'Apple Mail',
      '<html><body>Fine.<br><div><br><blockquote type="cite"><div>On 14. Mar 2022, at 18:16, Bob wrote:</div><br><div>What?</div></blockquote></div></body></html>',
      'Fine.',
    ],
    [
      'Thunderbird, below',
      '<div class="moz-cite-prefix">On 14.03.22 18:16, Bob wrote:<br></div><blockquote type="cite" cite="mid:1@x"><p>What?</p></blockquote><p>Fine.</p>',
      'Fine.',
    ],
    [
      'Outlook on the web',
      '<div>Fine.</div><div id="appendonsend"></div><hr style="width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Bob<br><b>Sent:</b> Monday<br></div><div>What?</div>',
      'Fine.',
    ],
    [
      'Outlook',
      '<p class="MsoNormal">Fine.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>From:</b> Bob &lt;bob@x.example&gt;<br><b>Sent:</b> Monday, March 14, 2022 6:16 PM<br><b>To:</b> Ada<br><b>Subject:</b> Order</p></div><p class="MsoNormal">What?</p>',
      'Fine.',
    ],
    [
      'Yahoo',
      '<div>Fine.</div><div class="yahoo_quoted"><div>On Monday, Bob wrote:</div><div>What?</div></div>',
      'Fine.',
    ],
    [
      'an indented part',
      '<p>One</p><blockquote style="margin: 0 0 0 40px; border: none; padding: 0px;"><p>Two</p></blockquote>',
      'One\n\nTwo',
    ],
    ['a signature', '<div>Fine.</div><div>-- <br></div><div class="gmail_signature">Ada</div>', 'Fine.'],
    ['a quote in a list', '<ul><li>One<blockquote>Quote</blockquote>Two</li></ul>', '- One\n\nTwo'],
  ])('%s', (_name, html, own) => {
    expect(ofHtml(html)).toBe(own);
  });

  test('all quote: none; hidden text is not there; text comes before html', () => {
    expect(ofHtml('<blockquote type="cite">What?</blockquote>')).toBeNull();
    expect(ofHtml('<div id="divRplyFwdMsg"></div>What?')).toBeNull();
    expect(ofHtml('<div style="display:none">x</div>Hi')).toBe('Hi');
    expect(replyText({ html: '<p>html</p>', text: 'text' }, 's')).toBe('text');
    expect(replyText({ html: '<p>html</p>', text: ' \r\n' }, 's')).toBe('html');
  });
});

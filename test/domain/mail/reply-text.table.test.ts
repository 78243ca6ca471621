import { replyText } from '../../../shared/mail/received/reply-text.ts';
import { attributions, laidOut } from '../../support/attributions.ts';

const own = 'Dear Roberta,\n\nthat is fine with me. See you at 10:30\non Friday';
const quote = 'What about it?\n\nRoberta';
const marked = quote.replace(/^/gm, '> ');
const replyOf = (text: string) => replyText({ html: null, text }, 'Re: Order');

describe.each(attributions)('$program [R81]', ({ line, open }) => {
  test.each(laidOut(line))('above a marked quote: %j', (lines) => {
    for (const between of ['\n', '\n\n']) {
      expect(replyOf(`${own}\n\n${lines}${between}${marked}\n`)).toBe(own);
      expect(replyOf(`${own}\n${lines}${between}${marked}\n`)).toBe(own);
      expect(replyOf(`${lines}${between}${marked}\n\n${own}\n`)).toBe(own);
    }
  });
  test.each(laidOut(line))('above a quote without marks: %j', (lines) => {
    const text = `${own}\n\n${lines}\n\n${quote}`;
    expect(replyOf(text)).toBe(open ? text : own);
    expect(replyOf(`${lines}\n\n${quote}`)).toBe(`${lines}\n\n${quote}`);
  });
});

/** Mailbox providers' domains, whose DNS their users don't control. */
const names = `
  126.com 139.com 163.com aim.com aol.com att.net bellsouth.net btinternet.com charter.net comcast.net cox.net
  daum.net earthlink.net fastmail.com fastmail.fm free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net
  googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com hotmail.fr icloud.com inbox.ru laposte.net libero.it
  list.ru live.com mac.com mail.com mail.ru me.com msn.com naver.com orange.fr outlook.com outlook.de pm.me
  proton.me protonmail.com qq.com rediffmail.com rocketmail.com sbcglobal.net sina.com sky.com t-online.de
  tuta.com tutanota.com verizon.net virgilio.it wanadoo.fr web.de yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de
  yahoo.fr yandex.com yandex.ru ymail.com zoho.com
`;

const freeMail = new Set(names.trim().split(/\s+/));

export const isFreeMail = (domain: string): boolean => freeMail.has(domain);

import { any } from './mark-lines.ts';
import type { Line } from './quoted-lines.ts';

const originals =
  any(`original message | original appointment | reply message | ursprüngliche nachricht | originalnachricht
  | ursprünglicher termin | message d['’]origine | message original | message initial | mensaje original | messaggio originale
  | mensagem original | oorspronkelijk bericht | origineel bericht | originalmeddelande | ursprungligt meddelande
  | oprindelig meddelelse | original meddelelse | opprinnelig melding | alkuperäinen viesti | wiadomość oryginalna
  | oryginalna wiadomość | původní zpráva | pôvodná správa | eredeti üzenet | mesaj original | orijinal mesaj | özgün ileti
  | исходное сообщение | оригинальное сообщение | вихідне повідомлення | оригінальне повідомлення | оригинално съобщение
  | originalno sporočilo | izvirno sporočilo | izvorna poruka | originalus laiškas | αρχικό μήνυμα | הודעה מקורית | رسالة أصلية
  | الرسالة الأصلية | پیام اصلی | thư gốc | pesan asli | ข้อความเดิม | ข้อความต้นฉบับ | 原始邮件 | 原始郵件 | 元のメッセージ | 원본 메시지`);
const original = new RegExp(`^[-_*]{2,}[ \u00a0]*${originals}[ \u00a0]*[-_*]{2,}$`, 'iu');

/** `-----Original Message-----`: the lines below are quoted. */
export const isOriginalMark = ({ plain }: Line): boolean => original.test(plain);

const forwards =
  any(`forwarded message | forwarded by .* | weitergeleitete nachricht | message transféré | message réexpédié
  | mensaje reenviado | messaggio inoltrato | mensagem encaminhada | mensagem reencaminhada | doorgestuurd bericht
  | vidarebefordrat meddelande | videresendt (?:meddelelse|melding) | välitetty viesti | wiadomość przekazana
  | przekazana wiadomość | přeposlaná zpráva | továbbított üzenet | mesaj redirecționat | yönlendirilmiş ileti | iletilen mesaj
  | пересылаемое сообщение | 转发的邮件 | 轉寄的郵件 | 転送されたメッセージ | 전달된 메시지`);
const begins =
  any(`begin forwarded message | anfang der weitergeleiteten (?:nachricht|e-mail) | début du message (?:transféré|réexpédié)
  | inicio del mensaje reenviado | inizio messaggio inoltrato | início da mensagem (?:encaminhada|reencaminhada)
  | begin doorgestuurd bericht | vidarebefordrat brev | start på videresendt besked | начало переадресованного сообщения
  | 開始轉寄郵件 | 开始转发邮件 | 転送されたメッセージ`);
const forward = new RegExp(
  `^(?=.*(?:[-_*]{2}|[:：])$)(?:[-_*]{2,}[ \u00a0]*${forwards}[ \u00a0]*[-_*]{2,}|${begins}[ \u00a0]?[:：])$`,
  'iu',
);

/** Whether the lines below are forwarded, not a quote from an answered message. */
export const isForwardMark = ({ plain }: Line): boolean => forward.test(plain);

/** Whether mail programs give this subject to a forwarded message. */
export const isForwardSubject = (subject: string): boolean =>
  /^\s{0,9}(?:fwd?|wg|tr|rv|enc|doorst|vb|pd)\s?:/i.test(subject);

const field = (words: string) => new RegExp(`^\\*{0,2}${any(words)}[ \u00a0]?\\*{0,2}[:：]`, 'iu');
const from =
  field(`from | von | de | da | van | från | fra | lähettäjä | od | feladó | de la | kimden | gönderen | от | від
  | šalje | nuo | από | מאת | من | از | từ | dari | จาก | 发件人 | 寄件者 | 差出人 | 보낸 사람`);
const sent =
  field(`sent | date | gesendet | datum | envoyé | enviado el | enviado | fecha | inviato | data | verzonden | skickat
  | sendt | dato | lähetetty | päivämäärä | wysłano | odesláno | odoslané | küldve | dátum | trimis | tarih | gönderildi
  | отправлено | дата | надіслано | изпратено | poslano | odoslané | išsiųsta | στάλθηκε | ημερομηνία | נשלח | תאריך
  | تم الإرسال | التاريخ | تاریخ | đã gửi | ngày | terkirim | tanggal | ส่ง | วันที่ | 发送时间 | 日期 | 傳送日期 | 送信日時 | 日付 | 보낸 날짜 | 날짜`);
const subject =
  field(`subject | betreff | objet | asunto | oggetto | assunto | onderwerp | ämne | emne | aihe | temat | předmět
  | predmet | tárgy | subiect | konu | тема | относно | zadeva | tema | θέμα
  | נושא | الموضوع | موضوع | chủ đề | subjek | perihal | เรื่อง | 主题 | 主旨 | 件名 | 제목`);

const kinds: [bit: number, pattern: RegExp][] = [
  [1, from],
  [2, sent],
  [4, subject],
];

/** Which of From, day, and Subject a line has, as bits. */
function fieldOf({ plain: line }: Line): number {
  if (!/[:：]/.test(line)) return 0;
  return kinds.reduce((bits, [bit, pattern]) => bits | (pattern.test(line) ? bit : 0), 0);
}

/** Max lines of such a header: From, Sent, To, Cc, and Subject, some of them wrapped. */
const block_lines = 10;

/**
 * Whether a line starts the header that Outlook writes above a quote: From, day, and Subject, close together.
 */
export function headerBlocks(lines: Line[]): (first: number) => boolean {
  const fields = lines.map(fieldOf);
  return (first) => {
    if (((fields[first] ?? 0) & 3) === 0) return false;
    let found = 0;
    for (let at = first; at < first + block_lines && at < fields.length; at++) found |= fields[at] ?? 0;
    return found === 7;
  };
}

/** Whether a line is a rule that programs draw above a quote. */
export const isRule = ({ plain }: Line): boolean => /^[-_*=]{5,}$/.test(plain);

/**
 * The line before a signature (RFC 3676 4.3). Without its trailing blank, the line may be the author's own
 * separator.
 */
export const isSignatureMark = ({ text }: Line): boolean => text === '-- ' || text === '-- \u00a0';
export const isBareSignatureMark = ({ text }: Line): boolean => text.trimEnd() === '--';

const devices = new RegExp(
  `^${any(`sent from (?:my|outlook|gmail|yahoo|proton|samsung|mail for|an? (?:mobile|iphone|android)).* | get outlook for .*
  | von meinem .* gesendet | gesendet (?:von|mit) (?:meinem?|der|outlook|iphone|ipad|yahoo).* | outlook für .* herunterladen
  | envoyé (?:de|depuis) (?:mon|ma|outlook|iphone|l['’]application).* | télécharger outlook pour .*
  | enviado desde (?:mi|outlook|iphone).* | obtener outlook para .* | enviado (?:do|a partir do) meu .*
  | inviato da(?:l mio|lla mia| iphone| ipad| outlook| yahoo).* | scarica outlook per .*
  | verzonden (?:vanaf|met|via) (?:mijn|outlook|iphone|samsung).* | skickat från (?:min|outlook).* | sendt fra (?:min|outlook).*
  | lähetetty (?:iphonesta|ipadista|outlookista|laitteesta).* | wysłane z (?:iphone|ipad|outlook|telefonu|mojego|urządzenia).*
  | odesláno z (?:iphonu|ipadu|outlook|mého|mobil).* | отправлено (?:из|с) (?:iphone|ipad|outlook|моего|мобильн|mail|яндекс).*
  | надіслано з (?:iphone|ipad|мого).* | 发自我的.* | 從我的.*傳送 | iphoneから送信 | 나의 .*에서 보냄`)}$`,
  'iu',
);

/** Whether a device or program adds this line to messages written on it. */
export const isDeviceLine = ({ text, plain }: Line): boolean => text.length <= 80 && devices.test(plain);

/**
 * Lines that attribute a quote, as various programs and languages write them. `open` has too little to be certain
 * without quote marks.
 */
type Attribution = { program: string; line: string; open?: true };

const N = 'Roberta Fernandez-Whitfield';
const A = 'roberta.fernandez@mail.x.example';
const both = `${N} <${A}>`;

/** As mail programs write them on one line. Line breaks are part of the original. */
export const attributions: Attribution[] = [
  { program: 'Gmail, English', line: `On Mon, Mar 14, 2022 at 6:16 PM ${both} wrote:` },
  { program: 'Gmail, German', line: `Am Mo., 14. März 2022 um 18:16 Uhr schrieb ${both}:` },
  { program: 'Gmail, French', line: `Le lun. 14 mars 2022 à 18:16, ${both} a écrit :` },
  { program: 'Gmail, Spanish', line: `El lun, 14 mar 2022 a las 18:16, ${N} (<${A}>) escribió:` },
  { program: 'Gmail, Italian', line: `Il giorno lun 14 mar 2022 alle ore 18:16 ${both} ha scritto:` },
  { program: 'Gmail, Brazilian', line: `Em seg., 14 de mar. de 2022 às 18:16, ${both} escreveu:` },
  { program: 'Gmail, Portuguese', line: `${both} escreveu (segunda, 14/03/2022 à(s) 18:16):` },
  { program: 'Gmail, Dutch', line: `Op ma 14 mrt. 2022 om 18:16 schreef ${both}:` },
  { program: 'Gmail, Swedish', line: `Den mån 14 mars 2022 kl 18:16 skrev ${both}:` },
  { program: 'Gmail, Danish', line: `Den man. 14. mar. 2022 kl. 18.16 skrev ${both}:` },
  { program: 'Gmail, Norwegian', line: `man. 14. mar. 2022 kl. 18:16 skrev ${both}:` },
  { program: 'Gmail, Finnish', line: `ma 14. maalisk. 2022 klo 18.16 ${N} (${A}) kirjoitti:` },
  { program: 'Gmail, Polish', line: `pon., 14 mar 2022 o 18:16 ${both} napisał(a):` },
  { program: 'Gmail, Czech', line: `po 14. 3. 2022 v 18:16 odesílatel ${both} napsal:` },
  { program: 'Gmail, Slovak', line: `po 14. 3. 2022 o 18:16 ${both} napísal(a):` },
  { program: 'Gmail, Hungarian', line: `${both} ezt írta (időpont: 2022. márc. 14., H, 18:16):` },
  { program: 'Gmail, Romanian', line: `În lun., 14 mar. 2022 la 18:16, ${both} a scris:` },
  { program: 'Gmail, Turkish', line: `${both}, 14 Mar 2022 Pzt, 18:16 tarihinde şunu yazdı:` },
  { program: 'Gmail, Russian', line: `пн, 14 мар. 2022 г. в 18:16, ${both}:` },
  { program: 'Gmail, Ukrainian', line: `пн, 14 бер. 2022 р. о 18:16 ${both} пише:` },
  { program: 'Gmail, Bulgarian', line: `На пн, 14.03.2022 г. в 18:16 ч. ${both} написа:` },
  { program: 'Gmail, Greek', line: `Στις Δευ 14 Μαρ 2022 στις 6:16 μ.μ., ο χρήστης ${both} έγραψε:` },
  {
    program: 'Gmail, Hebrew',
    line: `\u202bבתאריך יום ב׳, 14 במרץ 2022 ב-18:16 מאת \u202a${N}\u202c\u200f <\u202a${A}\u202c\u200f>:\u202c`,
  },
  {
    program: 'Gmail, Arabic',
    line: `\u202bفي الاثنين، ١٤ مارس ٢٠٢٢ في ٦:١٦ م تمت كتابة ما يلي بواسطة \u202a${N}\u202c\u200f <\u202a${A}\u202c\u200f>:\u202c`,
  },
  { program: 'Gmail, Vietnamese', line: `Vào Th 2, 14 thg 3, 2022 vào lúc 18:16 ${both} đã viết:` },
  { program: 'Gmail, Thai', line: `ในวันที่ จ. 14 มี.ค. 2022 เวลา 18:16 ${both} เขียนว่า:` },
  { program: 'Gmail, Chinese', line: `${both} 于2022年3月14日周一 18:16写道：` },
  { program: 'Gmail, Taiwanese', line: `${both} 於 2022年3月14日 週一 下午6:16寫道：` },
  { program: 'Gmail, Japanese', line: `2022年3月14日(月) 18:16 ${both}:` },
  { program: 'Gmail, Korean', line: `2022년 3월 14일 (월) 오후 6:16, ${both}님이 작성:` },
  { program: 'Apple Mail, English', line: `On Mar 14, 2022, at 6:16 PM, ${both} wrote:` },
  {
    program: 'Apple Mail, Dutch',
    line: `Op 14 mrt. 2022 om 18:16 heeft ${both} het volgende geschreven:`,
  },
  { program: 'Apple Mail, Chinese', line: `在 2022年3月14日，下午6:16，${both} 写道：` },
  { program: 'Apple Mail, Japanese', line: `2022/03/14 18:16、${both}のメール:` },
  { program: 'Gmail, 2013', line: `2022-03-14 18:16 GMT+01:00 ${both}:` },
  { program: 'Gmail, Austrian', line: `${both} schrieb am Mo., 14. März 2022, 18:16:` },
  { program: 'Thunderbird, English', line: `On 14.03.22 18:16, ${N} wrote:` },
  { program: 'Thunderbird, German', line: `Am 14.03.22 um 18:16 schrieb ${N}:` },
  { program: 'Thunderbird, French', line: `Le 14/03/2022 à 18:16, ${N} a écrit\u00a0:` },
  { program: 'Thunderbird, Norwegian', line: `Den 14.03.2022 18.16, skrev ${N}:` },
  { program: 'Thunderbird, Polish', line: `W dniu 14.03.2022 o 18:16, ${N} pisze:` },
  { program: 'Thunderbird, Russian', line: `14.03.2022 18:16, ${N} пишет:` },
  { program: 'Outlook for Mac', line: `On 3/14/22, 6:16 PM, "${N}" <${A}> wrote:` },
  { program: 'Outlook 2019, Hungarian', line: `2022. 03. 14. 18:16 időpontban ${both} ezt írta:` },
  { program: 'Yahoo', line: `On Monday, March 14, 2022, 06:16:05 PM GMT+1, ${both} wrote:` },
  { program: 'Zoho', line: `---- On Mon, 14 Mar 2022 18:16:05 +0100 ${both} wrote ----` },
  {
    program: 'Proton, until 2021',
    line: `‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, March 14, 2022 6:16 PM, ${both} wrote:`,
  },
  { program: 'Proton', line: `On Monday, March 14th, 2022 at 18:16, ${both} wrote:` },
  { program: 'Gmail, an address cut at its end', line: `Am 14. März 2022 um 18:16 schrieb ${N} <${A}\n>:` },
  { program: 'Mail.ru', line: `Понедельник, 14 марта 2022, 18:16 +03:00 от ${both}:` },
  { program: 'Tutanota, German', line: `14. März 2022, 18:16 von ${A}:`, open: true },
  { program: 'mutt', line: `* ${both} [2022-03-14 18:16:05 +0100]:` },
  { program: 'Horde, German', line: `Zitat von ${both}:`, open: true },
  { program: 'nmh', line: `${both} wrote:`, open: true },
];

/** Wraps text at `width` between words, as programs do. */
function wrapped(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

const layouts = [998, 76, 60];

/** One attribution in each layout that differs. */
export const laidOut = (line: string): string[] => [
  ...new Set(
    layouts.map((width) =>
      line
        .split('\n')
        .map((one) => wrapped(one, width))
        .join('\n'),
    ),
  ),
];

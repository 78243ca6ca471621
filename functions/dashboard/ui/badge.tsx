import type { Html } from '../../../shared/http/html.ts';

/** Status words, grouped by color and icon. */
const tones = {
  good: 'delivered opened clicked verified active enabled sent published pass completed imported',
  wait: 'queued sending scheduled pending invited running waiting in_progress',
  draft: 'draft',
  warn: 'delayed delivery_delayed unsubscribed partial needs_attention retired',
  bad: 'bounced complained failed suppressed disabled paused fail failing missing mismatch error',
};

type Tone = keyof typeof tones | '';

const toneOf = (word: string): Tone =>
  (Object.keys(tones) as (keyof typeof tones)[]).find((tone) => tones[tone].split(' ').includes(word)) ?? '';

/** A status as a word with an icon, so color is never the only signal. */
export const Badge = ({ word, tone = toneOf(word) }: { word: string; tone?: Tone }): Html => (
  <span class={`status ${tone}`}>{word.replaceAll('_', ' ')}</span>
);

import { cutJson } from '../../core/cut-json.ts';

type Output = Record<string, unknown>;

/** Fields that a step may fill to megabytes. */
const texts = ['html', 'text', 'body'] as const;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Cuts the output's texts to this many octets of JSON, and marks the cut. */
function cutTexts(output: Output, bytes: number): Output {
  const long = texts.filter((name) => typeof output[name] === 'string');
  const rest = bytesOf({ ...output, ...Object.fromEntries(long.map((name) => [name, ''])) });
  const each = Math.max(0, bytes - rest) / Math.max(1, long.length);
  const cut = long.map((name) => [name, cutJson(output[name] as string, each).value]);
  return { ...output, ...Object.fromEntries(cut), truncated: true };
}

/** Cuts the texts of later outputs once all outputs together exceed `bytes` octets of JSON. */
export function fitOutputs(bytes: number): (output: Output) => Output {
  let left = bytes;
  return (output) => {
    const own = bytesOf(output);
    const shown = own <= left ? output : cutTexts(output, left);
    left = Math.max(0, left - bytesOf(shown));
    return shown;
  };
}

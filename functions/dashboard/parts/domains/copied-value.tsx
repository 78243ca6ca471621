import { type Html, outside } from '../../../../shared/http/html.ts';

/** Longer values are folded to their beginning. */
const longest = 80;

/** Outside text of any length. A long one is folded to its beginning. */
export const FoldedText = ({ text }: { text: string }): Html =>
  text.length <= longest ? outside(text) : <Folded text={text} />;

function Folded({ text, name }: { text: string; name?: string }): Html {
  return (
    <details class="long" data-copy={name}>
      <summary>
        <code>{outside(`${text.slice(0, 40)}…`)}</code>
      </summary>
      <code class="full">{outside(text)}</code>
    </details>
  );
}

/** A value with a copy button, which copies all of it, also while it is folded. */
export const CopiedValue = ({ name, value }: { name: string; value: string }): Html => (
  <div class="copyable">
    {value.length <= longest ? (
      <code data-copy={name}>{outside(value)}</code>
    ) : (
      <Folded text={value} name={name} />
    )}
  </div>
);

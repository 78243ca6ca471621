import { type Html, outside } from '../../../shared/http/html.ts';

/** A block of code or plain text, with a copy button. `name` is what it holds, such as `headers`. */
export const Code = ({ name, text }: { name: string; text: string }): Html => (
  <div class="code">
    <section aria-label={name} tabindex={0} data-copy={name}>
      <pre>{outside(text)}</pre>
    </section>
  </div>
);

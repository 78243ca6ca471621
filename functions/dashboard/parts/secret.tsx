import type { Child } from '../../../shared/http/html.ts';
import type { PageAnswer } from '../../../shared/http/pages/page.ts';
import { Note } from './parts.tsx';

type Shown = { secret: string; text: Child; back: string };

/** The only page that shows a secret, once. No redirect, no cache, and no compression. */
export const secretPage = (name: string, { secret, text, back }: Shown): PageAnswer => ({
  page: {
    name,
    secret: true,
    content: (
      <>
        <Note>This secret is shown only once. Store it somewhere safe.</Note>
        <div class="field">
          <label for="secret">Secret</label>
          <input id="secret" data-copy="secret" readonly value={secret} autocomplete="off" />
        </div>
        {typeof text === 'string' ? <p>{text}</p> : text}
        <p>
          <a class="button" href={back}>
            Continue
          </a>
        </p>
      </>
    ),
  },
});

import type { Html } from '../../../shared/http/html.ts';
import { Icon } from './elements.tsx';

/** The search page as a dialog. Its script fills the list (`assets/palette.js`), and without it, it never opens. */
export const Palette = (): Html => (
  <dialog id="palette" aria-label="Search and actions">
    <form class="search" action="/search" method="get">
      <Icon name="search" />
      <label class="unseen" for="palette-q">
        Search or jump to
      </label>
      <input
        name="q"
        id="palette-q"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls="palette-list"
        placeholder="Search or jump to…"
        autocomplete="off"
      />
    </form>
    <div id="palette-list" class="results" role="listbox" aria-label="Results"></div>
    <div id="palette-says" role="status"></div>
    <p class="keys" aria-hidden="true">
      <kbd>↑</kbd>
      <kbd>↓</kbd> to move, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
    </p>
  </dialog>
);

import type { Child, Html } from '../../../shared/http/html.ts';
import { Icon } from './elements.tsx';

type Mode = 'light' | 'dark';

const widths = [
  ['desktop', 'Desktop', 'monitor'],
  ['phone', 'Phone', 'phone'],
] as const;

const modes = [
  ['light', 'Light', 'sun'],
  ['dark', 'Dark', 'moon'],
] as const;

type PreviewContent = {
  title: string;
  /** The path of the html. Null before there is any. */
  src: string | null;
  /** A button that loads a mode's frame again. */
  reload?: (mode: Mode, frame: string) => Html;
  /** Other content of the preview: above the frame (except collapsed parts), and below it. */
  children?: Child;
  foot?: Child;
};

/**
 * An email's html in locked frames, 600 or 375 px wide, in light or dark mode. The styles show the frame of
 * the checked boxes, so it works without the script.
 */
export const Preview = ({ title, src, reload, children, foot }: PreviewContent): Html => (
  <section class="preview" aria-label="Preview">
    <div class="views">
      <Choice name="width" legend="Width" of={widths} />
      <Choice name="mode" legend="Mode" of={modes} />
      {reload && modes.map(([mode]) => <span class={`again ${mode}`}>{reload(mode, frameOf(mode))}</span>)}
    </div>
    {children}
    <div class="stage">
      {modes.map(([mode, name]) => (
        <iframe
          sandbox=""
          class={mode}
          name={frameOf(mode)}
          title={`${title}, ${name.toLowerCase()} mode`}
          src={src === null ? undefined : `${src}?background=${mode}`}
          loading={mode === 'dark' ? 'lazy' : undefined}
        ></iframe>
      ))}
    </div>
    {foot}
  </section>
);

const frameOf = (mode: Mode): string => `preview-${mode}`;

/** The mode that a frame's address asks for. */
export function isDark(search: URLSearchParams): boolean | undefined {
  const mode = search.get('background');
  return mode === 'dark' || mode === 'light' ? mode === 'dark' : undefined;
}

type ChoiceContent = {
  name: string;
  legend: string;
  of: readonly (readonly [value: string, label: string, icon: 'monitor' | 'phone' | 'sun' | 'moon'])[];
};

const Choice = ({ name, legend, of }: ChoiceContent): Html => (
  <fieldset class="choice">
    <legend class="unseen">{legend}</legend>
    {of.map(([value, label, icon], at) => (
      <label for={`preview-${value}`}>
        <input
          type="radio"
          class="unseen"
          id={`preview-${value}`}
          name={`preview-${name}`}
          value={value}
          checked={at === 0}
        />
        <span>
          <Icon name={icon} />
          {label}
        </span>
      </label>
    ))}
  </fieldset>
);

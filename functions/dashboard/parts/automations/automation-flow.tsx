import { nameUnseen } from '../../../../shared/core/unseen.ts';
import type { Html } from '../../../../shared/http/html.ts';
import { type IconName, shapesOf } from '../../assets/icons.ts';
import { unscrolled } from './builder.tsx';
import { fitted, type Jump, type PlacedJump, placeJumps } from './flow-layout.ts';
import { type StepDraft, stepKinds, summaryOf, titleOf } from './step-words.ts';

/** A line below a step's summary, such as its counts or its status in a run. */
export type FlowNote = { text: string; tone?: 'good' | 'wait' | 'warn' | 'bad' | 'soft' };

type FlowContent = {
  title: string;
  event: string;
  steps: readonly StepDraft[];
  /** Below each step. */
  notes?: readonly (readonly FlowNote[])[] | undefined;
  /** Below the trigger. */
  triggerNotes?: readonly FlowNote[] | undefined;
  /** The step shown next to the drawing. -1 is the trigger. */
  chosen?: number | undefined;
  /** Where a step's link leads. Without it, steps are no links. */
  link?: ((step: number) => string) | undefined;
  /** Where the link between two steps leads, which adds a step before the given one. */
  adding?: ((before: number) => string) | undefined;
  /** A place where a step is about to be added. */
  ghost?: { before: number; label: string } | undefined;
  /** The steps that a run took, in order. It highlights the way between them. */
  path?: { steps: readonly number[]; ended: boolean } | undefined;
  /** Whether only the types of the steps are known, and not what they do. */
  plain?: boolean;
};

const [width, left, gap, stub, laneWidth, top] = [312, 1, 40, 68, 14, 2];
const middle = left + width / 2;

/** The ways from a step besides the next one. */
function jumpsOf(steps: readonly StepDraft[]): Jump[] {
  const end = steps.length;
  return steps.flatMap(({ type, skip_to, on_timeout }, from): Jump[] => {
    if (type === 'condition') {
      const to = skip_to === undefined ? end : steps.findIndex(({ id }, i) => i > from && id === skip_to);
      return to < 0 ? [] : [{ from, to, label: 'No' }];
    }
    if (type !== 'wait_for_event' || on_timeout === 'continue') return [];
    return [{ from, to: end, label: on_timeout === 'fail' ? 'Fails' : 'Timeout' }];
  });
}

const below = ({ type, on_timeout }: StepDraft): string => {
  if (type === 'condition') return 'Yes';
  if (type === 'wait_for_event') return on_timeout === 'continue' ? 'Event or timeout' : 'Event';
  return '';
};

type Place = { y: number; height: number };

const bottomOf = ({ y, height }: Place) => y + height;
const middleOf = ({ y, height }: Place) => y + height / 2;

/** Boxes from top to bottom: the trigger, each step, and the end. A ghost takes its own place between two. */
function placesOf({ steps, notes, triggerNotes, ghost }: FlowContent): {
  at: Place[];
  ghostAt: Place | null;
  end: Place;
} {
  let y = top;
  let ghostAt: Place | null = null;
  const next = (height: number): Place => {
    const place = { y, height };
    y += height + gap;
    return place;
  };
  const boxHeight = (lines: readonly FlowNote[] = []) => (lines.length > 0 ? 74 : 56);
  const at = [next(boxHeight(triggerNotes))];
  for (const i of steps.keys()) {
    if (ghost?.before === i) ghostAt = next(56);
    at.push(next(boxHeight(notes?.[i])));
  }
  if (ghost?.before === steps.length) ghostAt = next(56);
  return { at, ghostAt, end: next(30) };
}

/** The drawing of an automation's steps, in the order of its steps. */
export function AutomationFlow(content: FlowContent): Html {
  const { title, event, steps, notes, triggerNotes = [], chosen, link, adding, ghost, path, plain } = content;
  const { at, ghostAt, end } = placesOf(content);
  const jumps = placeJumps(plain ? [] : jumpsOf(steps));
  const lanes = jumps.length === 0 ? -1 : Math.max(...jumps.map(({ lane }) => lane));
  const full = left + width + (lanes < 0 ? 1 : stub + lanes * laneWidth + 4);
  const placeOf = (step: number): Place => (step >= steps.length ? end : (at[step + 1] ?? end));
  const taken = takenIn(path, steps.length);
  return (
    <div class="flow">
      <section
        class={steps.length > unscrolled ? 'flow-view long' : 'flow-view'}
        aria-label={title}
        tabindex={0}
      >
        <svg viewBox={`0 0 ${full} ${bottomOf(end) + top}`} width={full} height={bottomOf(end) + top}>
          <title>{title}</title>
          {jumps.map((jump) => (
            <JumpLine
              jump={jump}
              from={placeOf(jump.from)}
              to={placeOf(jump.to)}
              taken={taken(jump.from, jump.to)}
            />
          ))}
          {at.map((place, i) => (
            <Down
              from={bottomOf(place)}
              to={placeOf(i).y}
              label={i === 0 || plain ? '' : below(steps[i - 1] as StepDraft)}
              taken={taken(i - 1, i)}
            />
          ))}
          <Box
            place={at[0] as Place}
            icon="zap"
            kind="trigger"
            step={-1}
            label={[`When this event arrives: ${event}`, ...triggerNotes.map(({ text }) => text)].join(', ')}
            title="When this event arrives"
            summary={event}
            notes={triggerNotes}
            chosen={chosen === -1}
            href={link?.(-1)}
          />
          {steps.map((step, i) => (
            <>
              {ghost?.before === i && ghostAt && <Ghost place={ghostAt} label={ghost.label} />}
              {adding && ghost === undefined && (
                <Add href={adding(i)} label={`Add a step before step ${i + 1}`} y={placeOf(i).y - gap / 2} />
              )}
              <Box
                place={placeOf(i)}
                icon={stepKinds[step.type].icon}
                kind={step.type}
                step={i}
                label={`${i + 1}. ${wordsOf(step, notes?.[i], plain)}`}
                title={`${i + 1}. ${titleOf(step)}`}
                summary={plain ? stepKinds[step.type].label : summaryOf(step)}
                notes={notes?.[i]}
                chosen={chosen === i}
                missed={path !== undefined && !path.steps.includes(i)}
                href={link?.(i)}
              />
            </>
          ))}
          {ghost?.before === steps.length && ghostAt && <Ghost place={ghostAt} label={ghost.label} />}
          {adding && ghost === undefined && (
            <Add href={adding(steps.length)} label="Add a step at the end" y={end.y - gap / 2} />
          )}
          <g class="end">
            <rect x={middle - 48} y={end.y} width={96} height={end.height} rx={15} />
            <text x={middle} y={end.y + 19.5} text-anchor="middle">
              Run ends
            </text>
          </g>
        </svg>
      </section>
      <ol class="unseen">
        {steps.map((step, i) => (
          <li>{`${wordsOf(step, notes?.[i], plain)}. ${plain ? '' : nextWords(steps, i)}`}</li>
        ))}
      </ol>
    </div>
  );
}

/** Whether a run took the way between two steps. */
function takenIn(path: FlowContent['path'], count: number): (from: number, to: number) => boolean {
  if (path === undefined) return () => false;
  const order = [-1, ...path.steps, ...(path.ended ? [count] : [])];
  return (from, to) => order.some((step, i) => step === from && order[i + 1] === to);
}

/** A step in words, beginning with what its card shows. */
function wordsOf(step: StepDraft, notes: readonly FlowNote[] = [], plain = false): string {
  const name = step.name ? `${titleOf(step)}, ${stepKinds[step.type].label.toLowerCase()}` : titleOf(step);
  const words = plain ? name : `${name}: ${summaryOf(step)}`;
  return nameUnseen([words, ...notes.map(({ text }) => text)].join(', '));
}

/** Where a run continues after a step, in words. */
function nextWords(steps: readonly StepDraft[], i: number): string {
  const name = (to: number) => (to === steps.length ? 'the end' : `step ${to + 1}`);
  const way = below(steps[i] as StepDraft);
  const usual = `${way === '' ? 'Then' : `${way}:`} ${name(i + 1)}`;
  const others = jumpsOf(steps.slice()).filter(({ from }) => from === i);
  return [usual, ...others.map(({ label, to }) => `${label}: ${name(to)}`)].join('. ');
}

const Arrow = ({ x, y, way }: { x: number; y: number; way: 'down' | 'left' }): Html => (
  <path
    class="arrow"
    d={
      way === 'down'
        ? `M ${x - 4} ${y - 6} L ${x} ${y} L ${x + 4} ${y - 6}`
        : `M ${x + 6} ${y - 4} L ${x} ${y} L ${x + 6} ${y + 4}`
    }
  />
);

type DownContent = { from: number; to: number; label: string; taken: boolean };

const Down = ({ from, to, label, taken }: DownContent): Html => (
  <g class={taken ? 'way taken' : 'way'}>
    <path d={`M ${middle} ${from} V ${to - 1}`} />
    <Arrow x={middle} y={to - 1} way="down" />
    {label && (
      <text x={middle + 18} y={from + gap / 2 + 4}>
        {label}
      </text>
    )}
  </g>
);

type JumpContent = { jump: PlacedJump; from: Place; to: Place; taken: boolean };

/** From a step's right side into its lane, and down to the right side of its target. */
function JumpLine({ jump: { label, lane }, from, to, taken }: JumpContent): Html {
  const start = left + width;
  const x = start + stub + lane * laneWidth - 8;
  const [y, target] = [middleOf(from), middleOf(to)];
  const end = to.height === 30 ? middle + 48 : start;
  return (
    <g class={taken ? 'way taken' : 'way'}>
      <path
        d={`M ${start} ${y} H ${x - 8} Q ${x} ${y} ${x} ${y + 8} V ${target - 8} Q ${x} ${target} ${x - 8} ${target} H ${end + 1}`}
      />
      <Arrow x={end + 1} y={target} way="left" />
      <text x={start + 6} y={y - 6}>
        {label}
      </text>
    </g>
  );
}

const Glyph = ({ name, x, y, size }: { name: IconName; x: number; y: number; size: number }): Html => (
  <svg class="glyph" x={x} y={y} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    {shapesOf(name).map(({ tag: Tag, attributes }) => (
      <Tag {...attributes} />
    ))}
  </svg>
);

type BoxContent = {
  place: Place;
  icon: IconName;
  kind: string;
  step: number;
  label: string;
  title: string;
  summary: string;
  notes?: readonly FlowNote[] | undefined;
  chosen: boolean;
  missed?: boolean;
  href: string | undefined;
};

/** A step as a card. It is a link if it has somewhere to lead. */
function Box({
  place,
  icon,
  kind,
  step,
  label,
  title,
  summary,
  notes,
  chosen,
  missed,
  href,
}: BoxContent): Html {
  const { y, height } = place;
  const text = left + 56;
  const look = ['step', kind, chosen && 'chosen', missed && 'missed'].filter(Boolean).join(' ');
  const card = (
    <>
      <title>{nameUnseen(label)}</title>
      <rect class="card" x={left} y={y} width={width} height={height} rx={8} />
      <rect class="tile" x={left + 12} y={y + 12} width={32} height={32} rx={8} />
      <Glyph name={icon} x={left + 20} y={y + 20} size={16} />
      <text class="name" x={text} y={y + 24} unicode-bidi="isolate">
        {fitted(nameUnseen(title), 17.5)}
      </text>
      <text class="summary" x={text} y={y + 43} unicode-bidi="isolate">
        {fitted(nameUnseen(summary), 20)}
      </text>
      {notes && notes.length > 0 && (
        <text class="notes" x={text} y={y + 62}>
          {notes.map(({ text: words, tone }, i) => (
            <tspan class={tone ?? 'soft'} dx={i === 0 ? undefined : 10}>
              {fitted(nameUnseen(words), 22)}
            </tspan>
          ))}
        </text>
      )}
    </>
  );
  const id = step < 0 ? 'flow-trigger' : `flow-${step}`;
  if (href === undefined)
    return (
      <g id={id} class={look}>
        {card}
      </g>
    );
  return (
    <a id={id} class={look} href={href} aria-current={chosen ? 'step' : undefined}>
      {card}
    </a>
  );
}

const Add = ({ href, label, y }: { href: string; label: string; y: number }): Html => (
  <a class="add" href={href} aria-label={label}>
    <title>{label}</title>
    <rect x={middle - 13} y={y - 13} width={26} height={26} rx={13} />
    <circle cx={middle} cy={y} r={9} />
    <path d={`M ${middle - 4} ${y} h 8 M ${middle} ${y - 4} v 8`} />
  </a>
);

const Ghost = ({ place: { y, height }, label }: { place: Place; label: string }): Html => (
  <g class="step ghost">
    <rect class="card" x={left} y={y} width={width} height={height} rx={8} />
    <text class="name" x={middle} y={y + 33} text-anchor="middle">
      {label}
    </text>
  </g>
);

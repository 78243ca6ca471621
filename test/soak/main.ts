import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '../support/bare-cloud.ts';
import { runSoak, type SoakResult } from './run.ts';

const usage = `npm run check -- soak [--sends 1000] [--kills 4] [--speed 10] [--hidden 6] [--concurrency 16] [--processes 2]
                [--settle 240] [--kill api,deliver,feedback,sweep | --kill events,advance-run]`;

function table({ cells }: SoakResult): string {
  const all = [
    ['process', 'call to AWS', 'calls', 'killed before', 'killed after'],
    ...cells.map(({ role, boundary, calls, before, after }) => [role, boundary, calls, before, after]),
  ];
  const width = (column: number) => Math.max(...all.map((row) => String(row[column]).length));
  const cell = (value: unknown, column: number) =>
    column < 2 ? String(value).padEnd(width(column)) : String(value).padStart(width(column));
  return all.map((row) => row.map(cell).join('  ')).join('\n');
}

function report(result: SoakResult): string {
  const { cells, seconds } = result;
  const kills = cells.reduce((sum, cell) => sum + cell.before + cell.after, 0);
  const faults = (['lost', 'doubled', 'unsettled', 'refused'] as const).flatMap((kind) =>
    result[kind].slice(0, 20).map((line) => `${kind}: ${line}`),
  );
  const { accepted, unanswered, handed, lost, doubled, unsettled, left, starts } = result;
  return [
    table(result),
    '',
    ...faults,
    `processes ${starts}, messages at SES ${handed}, left in queues ${left}, unanswered ${unanswered}, unsettled ${unsettled.length}`,
    `${kills} kills at ${cells.length} boundaries, ${accepted} accepted, ${lost.length} lost, ${doubled.length} doubled, ${Math.round(seconds)} s`,
  ].join('\n');
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      sends: { type: 'string', default: '1000' },
      kills: { type: 'string', default: '4' },
      speed: { type: 'string', default: '10' },
      hidden: { type: 'string', default: '6' },
      concurrency: { type: 'string', default: '16' },
      processes: { type: 'string', default: '2' },
      settle: { type: 'string', default: '240' },
      kill: { type: 'string', default: 'api,deliver,feedback,sweep' },
    },
  });
  const cloud = await startEmulator();
  try {
    const result = await runSoak({
      endpoint: cloud.endpoint,
      sends: Number(values.sends),
      roles: values.kill.split(','),
      kills: Number(values.kills),
      speed: Number(values.speed),
      hidden: Number(values.hidden),
      concurrency: Number(values.concurrency),
      processes: Number(values.processes),
      settle_s: Number(values.settle),
      say: (line) => process.stderr.write(`${line}\n`),
    });
    process.stdout.write(`${report(result)}\n`);
    const { lost, doubled, unsettled, refused, left } = result;
    const sound = [lost, doubled, unsettled, refused].every((faults) => faults.length === 0) && left === 0;
    if (!sound) process.stderr.write(`Log of the processes: ${result.log}\n`);
    else await rm(dirname(result.log), { recursive: true, force: true });
    return sound ? 0 : 1;
  } finally {
    await cloud.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n${usage}\n`);
  process.exitCode = 2;
}

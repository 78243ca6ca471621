import type { CommandSpec } from '../command.ts';
import { operations } from '../operations.ts';
import { applyCommand } from './apply.ts';
import { custom, shortcuts } from './custom.ts';
import { doctorCommand } from './doctor.ts';
import { emailCommands } from './emails.ts';
import { commandOf } from './generated.ts';
import { importCommand } from './import.ts';
import { listenCommand } from './listen.ts';
import { checkCommand } from './suppressions.ts';
import { templateCommands } from './templates.ts';

const byHand: readonly CommandSpec[] = [
  ...emailCommands,
  listenCommand,
  applyCommand,
  checkCommand,
  ...templateCommands,
  importCommand,
  doctorCommand,
];

const generated = operations
  .filter(({ name }) => byHand.every((one) => one.name !== name))
  .map((operation) => commandOf(operation, custom[operation.name] ?? {}));

const short = Object.entries(shortcuts).flatMap(([name, { of, ...own }]) =>
  operations.filter((one) => one.name === of).map((operation) => commandOf(operation, { name, ...own })),
);

const isGrouped = ({ name }: CommandSpec): boolean => name.includes(' ');
const own = [...short, ...byHand];

export const commands: readonly CommandSpec[] = [
  ...own.filter((one) => !isGrouped(one)),
  ...generated,
  ...own.filter(isGrouped),
];

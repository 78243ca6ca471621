import type { CommandSpec } from '../command.ts';
import { doctorCommand } from './doctor.ts';
import { emailCommands } from './emails.ts';
import { importCommand } from './import.ts';
import { listenCommand } from './listen.ts';
import { objectCommands } from './objects.ts';
import { templateCommands } from './templates.ts';

export const commands: readonly CommandSpec[] = [
  ...[...emailCommands, listenCommand, ...objectCommands, ...templateCommands],
  importCommand,
  doctorCommand,
];

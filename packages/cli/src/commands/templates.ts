import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMailwrightError, type Mailwright, type TemplateCreateParams } from '@mailwright/sdk';
import { type CommandSpec, type Input, text } from '../command.ts';
import { UsageError } from '../io.ts';
import { printJson, visible } from '../output.ts';

/** The fields of template.json. Bodies are in separate files. */
const fields = ['name', 'subject', 'category', 'unsubscribe_enabled', 'defaults', 'samples'] as const;

type Local = { settings: Omit<TemplateCreateParams, 'alias' | 'html' | 'text'>; html: string; text: string };

const files = { settings: 'template.json', html: 'body.html', text: 'body.txt' } as const;

const isAlias = (name: string): boolean => /^[a-z0-9][a-z0-9._-]{0,127}$/.test(name);

const folderOf = ({ io, values }: Input): string => resolve(io.cwd, text(values, 'folder') ?? 'templates');

type Remote = Awaited<ReturnType<Mailwright['templates']['get']>>;

/** Without empty samples, so files from before samples are unchanged. */
const localOf = ({ html, text, samples = {}, ...template }: Remote): Local => {
  const { name, subject, category, unsubscribe_enabled, defaults } = template;
  const hasSamples = Object.keys(samples).length > 0;
  return {
    settings: { name, subject, category, unsubscribe_enabled, defaults, ...(hasSamples && { samples }) },
    html: html ?? '',
    text: text ?? '',
  };
};

/** A file without samples leaves the template's own. */
const pushedOf = (local: Local, remote: Local | null): Local => {
  const { samples = remote?.settings.samples ?? {}, ...settings } = local.settings;
  const hasSamples = Object.keys(samples).length > 0;
  return { ...local, settings: { ...settings, ...(hasSamples && { samples }) } };
};

const textsOf = ({ settings, html, text: plain }: Local): Record<keyof typeof files, string> => ({
  settings: `${JSON.stringify(settings, null, 2)}\n`,
  html,
  text: plain,
});

const readText = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function readLocal(folder: string): Local {
  const file = join(folder, files.settings);
  try {
    const settings = JSON.parse(readFileSync(file, 'utf8')) as Local['settings'];
    const unknown = Object.keys(settings).find((name) => !fields.includes(name as (typeof fields)[number]));
    if (unknown !== undefined) throw new Error(`unknown template field ${unknown}`);
    return { settings, html: readText(join(folder, files.html)), text: readText(join(folder, files.text)) };
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}

/** The lines in which two texts differ, without their common start and end. */
function differenceOf(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let first = 0;
  while (first < shorter && old[first] === now[first]) first++;
  let last = 0;
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last++;
  const rest = (lines: string[]) => lines.slice(first, lines.length - last);
  return [...rest(old).map((line) => `- ${line}`), ...rest(now).map((line) => `+ ${line}`)];
}

/** The diff of each changed file. */
function changesOf(before: Local | null, after: Local): { file: string; lines: string[] }[] {
  const [old, now] = [before && textsOf(before), textsOf(after)];
  return (Object.keys(files) as (keyof typeof files)[])
    .filter((part) => (old?.[part] ?? '') !== now[part])
    .map((part) => ({ file: files[part], lines: differenceOf(old?.[part] ?? '', now[part]) }));
}

async function pull(input: Input): Promise<number> {
  const { client, io, args, json } = input;
  const wanted = args.filter(Boolean);
  const aliases = [...wanted];
  if (wanted.length === 0) for await (const { alias } of client.templates.list()) aliases.push(alias);
  for (const alias of aliases) {
    const template = await client.templates.get(alias);
    const folder = join(folderOf(input), template.alias);
    const local = localOf(template);
    const changes = changesOf(existsSync(join(folder, files.settings)) ? readLocal(folder) : null, local);
    mkdirSync(folder, { recursive: true });
    const written = textsOf(local);
    for (const part of Object.keys(files) as (keyof typeof files)[])
      writeFileSync(join(folder, files[part]), written[part]);
    if (json) printJson(io, { alias: template.alias, changed: changes.map(({ file }) => file) });
    else io.out(`${template.alias}: ${changes.map(({ file }) => file).join(', ') || 'unchanged'}\n`);
  }
  return 0;
}

async function remoteOf(client: Mailwright, alias: string): Promise<Remote | null> {
  try {
    return await client.templates.get(alias);
  } catch (error) {
    if (isMailwrightError(error) && error.status === 404) return null;
    throw error;
  }
}

async function push(input: Input): Promise<number> {
  const { client, io, args, values, json } = input;
  const folder = folderOf(input);
  const wanted = args.filter(Boolean);
  const found = existsSync(folder) ? readdirSync(folder).filter(isAlias) : [];
  const aliases = wanted.length > 0 ? wanted : found;
  if (aliases.length === 0) throw new UsageError(`No templates in ${folder}`);
  // Reads all templates before it sends the first one.
  const locals = aliases.map((alias) => ({ alias, local: readLocal(join(folder, alias)) }));
  for (const { alias, local } of locals) {
    const remote = await remoteOf(client, alias);
    const before = remote && localOf(remote);
    const changes = changesOf(before, pushedOf(local, before));
    const state = remote === null ? 'new' : changes.length > 0 ? 'changed' : 'unchanged';
    if (json) printJson(io, { alias, state, changes });
    else io.out(`${alias}: ${state}\n`);
    for (const { file, lines } of json ? [] : changes)
      io.out(`${[file, ...lines].map((line) => `  ${visible(line)}`).join('\n')}\n`);
    if (values.dryRun === true) continue;
    const body = { ...local.settings, html: local.html, text: local.text };
    if (remote === null) await client.templates.create({ ...body, alias });
    else if (changes.length > 0) await client.templates.update(alias, body);
    const publishes = values.publish === true && (changes.length > 0 || remote?.has_unpublished_changes);
    if (publishes || (values.publish === true && remote?.published === false))
      await client.templates.publish(alias);
  }
  return 0;
}

const folder = ['--folder <path>', 'Folder for template files. Default: templates.'] as const;

/** Templates as files: a folder per alias. */
export const templateCommands: CommandSpec[] = [
  {
    name: 'templates pull',
    about: 'Save templates as files: <folder>/<alias>/template.json, body.html, and body.txt',
    args: ['[alias]'],
    options: [folder],
    example: 'mailwright templates pull',
    run: pull,
  },
  {
    name: 'templates push',
    about: 'Update template drafts from local files, after showing the differences',
    args: ['[alias]'],
    options: [
      folder,
      ['--publish', 'Publish changed templates.'],
      ['--dry-run', 'Show the differences without changing anything.'],
    ],
    example: 'mailwright templates push --dry-run',
    run: push,
  },
];

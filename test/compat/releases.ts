import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

const folder = 'test/compat/releases';

export const writePacked = (name: string, value: unknown): void =>
  writeFileSync(`${folder}/${name}.json.br`, brotliCompressSync(JSON.stringify(value)));

export const readPacked = <T>(name: string): T =>
  JSON.parse(brotliDecompressSync(readFileSync(`${folder}/${name}.json.br`)).toString()) as T;

/** The releases whose recordings or functions are kept. */
export const releasesWith = (what: 'recording' | 'functions'): string[] =>
  readdirSync(folder).flatMap(
    (file) => (what === 'functions' ? /^(.+)\.functions\./ : /^([0-9.]+)\.json/).exec(file)?.[1] ?? [],
  );

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** The folder's files as a ZIP archive (APPNOTE 4.3), names sorted and times fixed: equal in, equal out. */
export async function zipFolder(folder: string): Promise<Buffer<ArrayBuffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const content = await readFile(join(folder, name));
    const packed = deflateRawSync(content, { level: 1 });
    const fields = common(Buffer.byteLength(name), content, packed);
    const local = Buffer.concat([signature(0x04034b50), fields, Buffer.from(name), packed]);
    central.push(centralEntry(name, fields, offset));
    locals.push(local);
    offset += local.length;
  }
  return Buffer.concat([
    ...locals,
    ...central,
    endOfCentral(names.length, Buffer.concat(central).length, offset),
  ]);
}

/** What local header and central entry share: version 2.0, UTF-8 names, deflate, 1980-01-01. */
function common(nameLength: number, content: Buffer, packed: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function centralEntry(name: string, fields: Buffer, offset: number): Buffer {
  const madeBy = Buffer.from([20, 3]);
  const rest = Buffer.alloc(14);
  // Regular file, rw-r--r--: without it the extracted files cannot be read.
  rest.writeUInt32LE((0o100644 << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, fields, rest, Buffer.from(name)]);
}

function endOfCentral(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

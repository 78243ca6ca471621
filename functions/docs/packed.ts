import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Site, SiteFile } from './site.ts';

/** A file whose text is deflated, in base64. Files that are base64 already stay as they are. */
type PackedFile = Omit<SiteFile, 'text'> & ({ packed: string } | { text: string });
type PackedSite = Omit<Site, 'files' | 'texts'> & { files: Record<string, PackedFile>; texts: string };

const pack = (text: string) => deflateRawSync(text, { level: 9 }).toString('base64');
const unpack = (packed: string) => inflateRawSync(Buffer.from(packed, 'base64')).toString();

const mapValues = <A, B>(all: Record<string, A>, change: (one: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));

const packedFile = ({ text, ...rest }: SiteFile): PackedFile =>
  rest.encoding === 'base64' ? { ...rest, text } : { ...rest, packed: pack(text) };

/** The site as ASCII. A function that starts parses it several times faster than the texts themselves. */
export function packSite({ files, frame, texts, ...rest }: Site): string {
  const packed: PackedSite = {
    ...rest,
    files: mapValues(files, packedFile),
    frame: pack(frame),
    texts: pack(JSON.stringify(texts)),
  };
  return JSON.stringify(packed);
}

/** The site with texts that are unpacked when they are read. */
export function openSite(json: string): Site {
  const { files, frame, texts, ...rest } = JSON.parse(json) as PackedSite;
  let sections: Site['texts'] | undefined;
  return {
    ...rest,
    frame: unpack(frame),
    files: mapValues(files, (file) => {
      if ('text' in file) return file;
      const { packed, ...others } = file;
      return {
        ...others,
        get text() {
          return unpack(packed);
        },
      };
    }),
    get texts() {
      sections ??= JSON.parse(unpack(texts)) as Site['texts'];
      return sections;
    },
  };
}

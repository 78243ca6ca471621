/** A Content-Disposition that saves a file. RFC 6266: the name in ASCII, and unchanged in the extended form. */
export function attachedAs(filename: string): string {
  const ascii = filename.replace(/[^ -~]|["\\%]/g, '_');
  const percent = (c: string) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`;
  const extended = encodeURIComponent(filename.toWellFormed()).replace(/['()*!]/g, percent);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`;
}

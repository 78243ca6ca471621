/** A link that is broken: `message` says what was seen, `fix` what to do. */
export class Broken extends Error {
  readonly fix: string;
  constructor(what: string, fix: string) {
    super(what);
    this.fix = fix;
  }
}

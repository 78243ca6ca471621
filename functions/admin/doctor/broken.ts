/** A link that does not hold: what was seen, and what to do. */
export class Broken extends Error {
  readonly fix: string;
  constructor(what: string, fix: string) {
    super(what);
    this.fix = fix;
  }
}

/** Why something did not work: a key that has a sentence in every language, and what else is known about it. */
export class Failure extends Error {
  readonly key: string;
  readonly more: Record<string, any>;

  constructor(key: string, why: string, more: Record<string, any> = {}) {
    super(why);
    this.key = key;
    this.more = more;
  }
}

export const asFailure = (error: unknown): Failure => (error instanceof Failure ? error : new Failure("failed", String(error)));

/** A reason not to start that a person can act on: printed as one sentence, exit code 1. */
export class StartRefusal extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StartRefusal'
  }
}

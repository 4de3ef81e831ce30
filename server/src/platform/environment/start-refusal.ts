/** A reason not to start that an operator can fix. It is printed as one sentence, with exit code 1. */
export class StartRefusal extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartRefusal'
  }
}

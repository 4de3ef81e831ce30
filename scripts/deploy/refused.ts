/** What whoever deploys can mend, as a sentence for the screen. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

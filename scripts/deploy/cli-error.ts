/** What whoever deploys can mend, as a sentence for the screen. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

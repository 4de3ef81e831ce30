/** An error that the user can fix, with a sentence for the terminal. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

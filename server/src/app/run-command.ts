import { StartRefusal } from '#platform/environment/start-refusal.ts'

/**
 * Runs a command of the server. A command that cannot run prints the reason in one sentence and exits with 1.
 */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

import { StartRefusal } from '#environment/start-refusal.ts'

/** Runs a command of the server; where it will not run, it says why in a sentence and exits 1. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

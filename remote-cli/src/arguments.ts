import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { CliError } from './cli-error.ts'

/** Reads the arguments of a command. Throws CliError with the usage for an unknown option. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** Runs a command. What the user can fix is one sentence on the terminal and the exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

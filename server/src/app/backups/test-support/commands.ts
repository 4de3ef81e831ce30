import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { inheritedVariables } from '#test-support/server-process.ts'

export interface CommandResult {
  code: number
  /** The last line of the standard output. */
  last: string
  err: string
}

/**
 * Runs `npm run backup` or `npm run restore` with these variables and arguments, as fast as it can.
 */
export function runBackupCommand(
  name: 'backup' | 'restore',
  variables: Record<string, string>,
  ...args: string[]
): Promise<CommandResult> {
  const script = join(import.meta.dirname, `../../${name}.ts`)
  const env = { ...inheritedVariables(), BACKUP_RATE_MB: '0', ...variables }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, last: out.trimEnd().split('\n').at(-1) ?? '', err }),
    )
  })
}

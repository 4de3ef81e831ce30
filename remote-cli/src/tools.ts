import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { CliError } from './cli-error.ts'

/**
 * Path of a program that `@portal/shared-ui` brings along, such as webpack. The package manager decides where
 * it lies, so it is resolved from there. Throws CliError when the packages are not installed.
 */
export function findTool(folder: string, request: string): string {
  try {
    const sharedUi = createRequire(join(folder, 'package.json')).resolve('@portal/shared-ui/webpack')
    return createRequire(sharedUi).resolve(request)
  } catch {
    throw new CliError(`${request.split('/')[0]} is not installed in ${folder}: run npm install.`)
  }
}

/** Runs a program of Node in the remote's folder, with its output on the terminal. Resolves to its exit code. */
export function runTool(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', fail)
    child.on('exit', (code) => done(code ?? 1))
  })
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from './run.ts'

/** The shared PostgreSQL of the server tests, and the environment variable with its address. */
export interface TestPostgres {
  env: { TEST_POSTGRES: string }
  stop(): Promise<void>
}

/**
 * Starts it (server/src/test-support/run-postgres.ts) with these variables. Throws when it cannot run on this
 * machine.
 */
export async function startTestPostgres(variables: Record<string, string>): Promise<TestPostgres> {
  const child = spawn(process.execPath, ['server/src/test-support/run-postgres.ts'], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', () =>
      reject(new Error('The PostgreSQL of the tests did not start; the reason stands above.')),
    )
  })
  return {
    env: { TEST_POSTGRES: line },
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

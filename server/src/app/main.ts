import { openDeps } from './open-deps.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { requireFreePort } from '#platform/http/listen.ts'
import { serve } from './serve.ts'
import { endWithParent, runWorkers, workerRole } from './workers.ts'

/**
 * Prints a StartRefusal as one sentence and exits with code 1. Any other error is a defect and is printed
 * with its stack trace.
 */
function refuse(error: unknown): never {
  process.stderr.write(
    error instanceof StartRefusal
      ? `${error.message}\n`
      : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

try {
  const environment = parseEnvironment(process.env)
  const role = workerRole()
  if (role === null) await requireFreePort(environment)
  else endWithParent()
  if (role === null && environment.workers > 1) await runWorkers(environment, say)
  else await serve(await openDeps(environment, say, role), say, role)
} catch (error) {
  refuse(error)
}

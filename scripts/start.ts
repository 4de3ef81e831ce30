import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.ts'
import { root } from './run.ts'

/**
 * `npm start`: build what is stale, then become the server. It prints the address and how to sign in when it
 * is ready.
 */
const failed = await buildStale()
if (failed.length > 0) {
  console.error(
    `The portal was not started because ${failed.join(', ')} could not be built: mend what the lines above name and run npm start again.`,
  )
  process.exit(1)
}
// The two lines that matter here are printed; the log says more when it is asked to.
process.env['LOG_LEVEL'] ??= 'warn'
const server = join(root, 'server', 'src', 'main.ts')
if (!existsSync(server)) {
  console.error(
    'The portal was not started because server/src/main.ts is missing: check the repository out again.',
  )
  process.exit(1)
}
await import(server)

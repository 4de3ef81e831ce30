import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildStale } from './build.ts'
import { root } from './run.ts'

/**
 * `npm start`: builds outdated packages, then runs the server in this process. It prints the URL and the
 * sign-in instructions when it is ready.
 */
const failed = await buildStale()
if (failed.length > 0) {
  console.error(
    `The portal was not started because ${failed.join(', ')} could not be built: mend what the lines above name and run npm start again.`,
  )
  process.exit(1)
}
// Only the two printed lines matter here. Set LOG_LEVEL to see more.
process.env['LOG_LEVEL'] ??= 'warn'
const server = join(root, 'server', 'src', 'app', 'main.ts')
if (!existsSync(server)) {
  console.error(
    'The portal was not started because server/src/app/main.ts is missing: check the repository out again.',
  )
  process.exit(1)
}
await import(server)

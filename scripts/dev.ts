import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildStale, builtPackages } from './build.ts'
import { root } from './run.ts'

/**
 * `npm run dev [-- remote ...]`: the portal as `npm start` runs it, following every change. A change of the server or the contract starts
 * the server anew; one of a package builds that package first, and the new start publishes it. Named remotes alone are followed, else all.
 */
const named = process.argv.slice(2).map((name) => `mfe-${name.replace(/^mfe-/, '')}`)
const strangers = named.filter((name) => !builtPackages.some((known) => known === name))
if (strangers.length > 0) {
  console.error(`There is no ${strangers.join(', ')}: name some of ${builtPackages.filter((name) => name !== 'shell').join(', ')}, or none for all.`)
  process.exit(1)
}
const followed = named.length === 0 ? [...builtPackages] : ['shell', ...named]

let server: ChildProcess | null = null

function startServer(): void {
  const child = spawn(process.execPath, [join(root, 'server/src/main.ts')], { cwd: root, stdio: 'inherit' })
  child.once('exit', () => {
    if (server === child) server = null
  })
  server = child
}

async function stopServer(): Promise<void> {
  const child = server
  if (child === null || child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

let changed = false
let wake: () => void = () => {}

/** Follows the folders whose files end up in a build or in the server. Results and tests are no change. */
for (const folder of ['contract', 'server', 'shared-ui', ...followed]) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file === null || /(^|[/\\])(dist|\.cache|node_modules|test-support)([/\\]|$)|\.test\.tsx?$|\.md$|~$/.test(file)) return
    changed = true
    wake()
  })
}

/** Resolves when something has changed and then nothing for a fifth of a second: editors write in bursts. */
async function nextChange(): Promise<void> {
  if (!changed) await new Promise<void>((resolve) => (wake = resolve))
  do {
    changed = false
    await new Promise((resolve) => setTimeout(resolve, 200))
  } while (changed)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopServer().then(() => process.exit(0)))

if ((await buildStale()).length > 0) console.error('Waiting for a change that mends the build.')
else startServer()
for (;;) {
  await nextChange()
  const failed = await buildStale(followed)
  if (failed.length > 0) {
    console.error(`The server goes on with the last good build of ${failed.join(', ')}.`)
    continue
  }
  await stopServer()
  startServer()
  console.log('The server starts anew; reload the page when it answers.')
}

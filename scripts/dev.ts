import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { BuildRecord, RemoteManifest } from '@portal/contract'
import { buildStale, builtPackages } from './build.ts'
import { root } from './run.ts'

/**
 * `npm run dev [-- remote ...]`: runs the portal with live changes. The shell and the named remotes (default:
 * all) are served by development servers with hot replacement; other remotes are served from their builds. A
 * change of the server or the contract restarts the server.
 */
const remotes = builtPackages.filter((name) => name !== 'shell')
const named = process.argv.slice(2).map((name) => `mfe-${name.replace(/^mfe-/, '')}`)
const strangers = named.filter((name) => !remotes.includes(name))
if (strangers.length > 0) {
  console.error(`There is no ${strangers.join(', ')}: name some of ${remotes.join(', ')}, or none for all.`)
  process.exit(1)
}
const developed = named.length === 0 ? remotes : named
const port = Number(process.env['PORT'] ?? 3000)
const address = `http://localhost:${port}`
const [serverPort, firstRemotePort] = [port + 1, port + 2]
const portOf = (name: string) => firstRemotePort + remotes.indexOf(name)
const overrides = developed
  .map((name) => `${name.slice('mfe-'.length)}@http://localhost:${portOf(name)}`)
  .join(',')

const running = new Set<ChildProcess>()

function run(args: readonly string[], cwd: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: join(root, cwd),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** The server runs behind the development server of the shell, whose URL users open. */
const startServer = () =>
  run([join(root, 'server/src/app/main.ts')], '.', {
    PORT: String(serverPort),
    PUBLIC_ORIGIN: address,
    LOG_LEVEL: 'warn',
  })

const webpack = join(root, 'node_modules/webpack/bin/webpack.js')
const develop = (name: string, env: Record<string, string>) =>
  run([webpack, 'serve'], name, { ...env, NODE_ENV: 'development' })

let changed = false
let wake: () => void = () => {}

/** Watches the source folders of the server. Build results and tests are ignored. */
for (const folder of ['contract', 'server']) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (
      file === null ||
      /(^|[/\\])(dist|\.cache|node_modules|test-support)([/\\]|$)|\.test\.tsx?$|\.md$|~$/.test(file)
    )
      return
    changed = true
    wake()
  })
}

/** Resolves after a change followed by 200 ms without changes, because editors write in bursts. */
async function nextChange(): Promise<void> {
  if (!changed) await new Promise<void>((resolve) => (wake = resolve))
  do {
    changed = false
    await new Promise((resolve) => setTimeout(resolve, 200))
  } while (changed)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void Promise.all([...running].map(stop)).then(() => process.exit(0)))
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/**
 * Whether the server knows the current `portal.json` of the remote. Menu, guards and routes come from there,
 * even when a development server serves the code.
 */
function isKnown(name: string): boolean {
  const [record, manifest] = [join(root, name, 'dist/portal-build.json'), join(root, name, 'portal.json')]
  if (!existsSync(record)) return false
  const [built, wanted] = [
    BuildRecord.safeParse(readJson(record)),
    RemoteManifest.safeParse(readJson(manifest)),
  ]
  return built.success && wanted.success && isDeepStrictEqual(built.data.manifest, wanted.data)
}

// Remotes that are not developed are served from their builds, so these must be current. A developed remote
// is built only when the menu does not know it yet.
const failed = await buildStale(builtPackages.filter((name) => !developed.includes(name) || !isKnown(name)))
if (failed.length > 0) {
  console.error(`The build of ${failed.join(', ')} failed; the reasons stand above.`)
  process.exit(1)
}
let server = startServer()
develop('shell', {
  PORTAL_DEV_PORT: String(port),
  PORTAL_SERVER: `http://localhost:${serverPort}`,
  PORTAL_DEV_OVERRIDES: overrides,
})
for (const name of developed) develop(name, { PORTAL_DEV_PORT: String(portOf(name)) })
console.log(
  `Open ${address} and sign in as admin or superadmin: ${developed.join(', ')} and the shell show every change at once.`,
)
for (;;) {
  await nextChange()
  await stop(server)
  server = startServer()
  console.log('The server starts anew.')
}

import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type webpack from 'webpack'
import type { Configuration, Watching } from 'webpack'
import { readArguments } from '../arguments.ts'
import { CliError } from '../cli-error.ts'
import { readManifest } from '../read-manifest.ts'
import { findTool } from '../tools.ts'
import { originOf } from '../deploy/open-portal.ts'
import { LocalBuild } from './local-build.ts'
import { createPortalProxy } from './portal-proxy.ts'

export const devUsage = 'portal dev [--to URL] [--port 4800] [--cookie TEXT]'

const options = { to: { type: 'string' }, port: { type: 'string' }, cookie: { type: 'string' } } as const

function portOf(text: string | undefined): number {
  const port = Number(text ?? 4800)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CliError(`--port ${text} is no port: write a number such as 4800.`)
  return port
}

/** Checks that a portal answers, so that the first page does not fail with a reason nobody sees. */
async function requirePortal(origin: string): Promise<void> {
  try {
    await fetch(`${origin}/builds/latest.json`, { signal: AbortSignal.timeout(10_000) })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new CliError(`The portal at ${origin} does not answer (${cause}): name a running one with --to.`)
  }
}

/** The webpack configuration of the remote, read again after a change of `portal.json`. */
async function readConfiguration(folder: string, time: number): Promise<Configuration> {
  const file = ['webpack.config.mjs', 'webpack.config.js', 'webpack.config.ts']
    .map((name) => join(folder, name))
    .find((path) => existsSync(path))
  if (file === undefined) throw new CliError(`${folder} has no webpack.config.mjs.`)
  const module: unknown = await import(`${pathToFileURL(file).href}?time=${time}`)
  const configuration: unknown =
    typeof module === 'object' && module !== null && Reflect.get(module, 'default')
  if (!isConfiguration(configuration)) throw new CliError(`${file} exports no configuration.`)
  return configuration
}

type Webpack = typeof webpack

const isConfiguration = (value: unknown): value is Configuration =>
  typeof value === 'object' && value !== null
const isWebpack = (value: unknown): value is Webpack => typeof value === 'function'

/** The webpack of the remote's repository, which is the one its packages were made for. */
function loadWebpack(folder: string): Webpack {
  const loaded: unknown = createRequire(import.meta.url)(findTool(folder, 'webpack'))
  if (!isWebpack(loaded)) throw new CliError(`The webpack in ${folder} is none that can be used.`)
  return loaded
}

/**
 * Starts a build that runs again at every change, and calls `onBuilt` after each run without errors. Errors
 * are printed and wait for the next change.
 */
async function startBuild(folder: string, time: number, onBuilt: () => void): Promise<Watching | undefined> {
  const compiler = loadWebpack(folder)(await readConfiguration(folder, time))
  return compiler?.watch({ aggregateTimeout: 50 }, (error, stats) => {
    if (error !== null) console.error(error.message)
    else if (stats?.hasErrors() === true) console.error(stats.toString('errors-only'))
    else onBuilt()
  })
}

/** Runs the build until the process ends. It starts over when `portal.json` changes. */
class ContinuousBuild {
  readonly #folder: string
  readonly #onBuilt: () => void
  #watching: Watching | undefined
  /** Starts run one after the other: an editor may write a file twice. */
  #turn: Promise<void> = Promise.resolve()

  constructor(folder: string, onBuilt: () => void) {
    this.#folder = folder
    this.#onBuilt = onBuilt
    watch(folder, (_event, file) => {
      if (file === 'portal.json') this.start()
    })
  }

  start(): void {
    this.#turn = this.#turn.then(() => this.#restart())
  }

  async #restart(): Promise<void> {
    const previous = this.#watching
    this.#watching = undefined
    if (previous !== undefined) await new Promise((resolve) => previous.close(resolve))
    try {
      this.#watching = await startBuild(this.#folder, performance.now(), this.#onBuilt)
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
}

/**
 * Serves a running portal at a local address with the remote from this folder. Builds at every change and
 * reloads the open pages. Ends with the process.
 */
export async function develop(folder: string, args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, options, devUsage)
  const { name, routes } = readManifest(folder)
  const [port, origin] = [portOf(values.port), originOf(values.to)]
  await requirePortal(origin)
  process.env['PORTAL_WATCH'] = '1'
  const build = new LocalBuild(folder)
  const proxy = createPortalProxy(new URL(origin), build, {
    cookie: values.cookie ?? process.env['PORTAL_COOKIE'],
  })
  await new Promise<void>((isBuilt) => {
    let runs = 0
    const building = new ContinuousBuild(folder, () => {
      runs += 1
      if (runs === 1) isBuilt()
      else proxy.reload()
    })
    building.start()
  })
  proxy.server.listen(port, 'localhost')
  await once(proxy.server, 'listening')
  const address = proxy.server.address()
  const at = `http://localhost:${typeof address === 'object' && address !== null ? address.port : port}`
  console.log(
    `Open ${at}${routes[0]?.path ?? ''}: ${origin} with ${name} from this folder, built anew at every change.`,
  )
}

import { diagnoseEntry } from './judge-entry.ts'
import type { LoadTrace } from './load-phases.ts'
import type { ResolvedBuild } from './resolve.ts'
import { TimeoutError, hangMs, withTimeout } from './with-timeout.ts'

/** The part of the federation runtime that the shell uses. */
export interface FederationRuntime {
  register(remote: { name: string; entry: string; entryGlobalName: string }): void
  load(id: string): Promise<unknown>
  /** Reports when a remote's entry has run and when its container is ready, by the registered name. */
  onStep?: (name: string, listener: (step: 'entry' | 'init') => void) => void
  /** Requests an entry that did not run, to find out why. */
  ask?: typeof fetch
}

/**
 * Integrity by entry URL. An entry that is not listed is never run. Null for entries of a developer's own
 * machine.
 */
const integrities = new Map<string, string | null>()

/**
 * The script element for an entry, with its integrity, so that the browser runs exactly the bytes named in
 * the registry. Throws for an entry without one. Source: contract.md 10, 8.
 */
export function entryScript(url: string): HTMLScriptElement {
  const integrity = integrities.get(url)
  if (integrity === undefined) throw new Error(`The script ${url} has no integrity and was not loaded.`)
  const script = document.createElement('script')
  if (integrity !== null) script.integrity = integrity
  script.crossOrigin = 'anonymous'
  script.async = true
  return script
}

export interface LoadOptions {
  runtime: FederationRuntime
  build: ResolvedBuild
  /** For example `./app`. */
  expose: string
  /** Receives the phases: entry, init, expose. */
  trace?: LoadTrace
  timeoutMs?: number
}

/** By container name: the number of the build's current start (1 for the first), and whether it is usable. */
const starts = new Map<string, { number: number; usable: boolean }>()

/**
 * The name under which the runtime knows the build's current start. Registers a new start when none is
 * usable.
 */
function registrationOf(runtime: FederationRuntime, build: ResolvedBuild): string {
  const start = starts.get(build.container)
  return start?.usable ? nameOf(build, start.number) : startOver(runtime, build)
}

const nameOf = (build: ResolvedBuild, start: number) =>
  start === 1 ? build.container : `${build.container}__${start}`

/**
 * Registers the build under a new name and, after the first start, a new URL: runtime and browser do not
 * request a failed script again under the old ones. Registrations are never replaced, so a version in use is
 * not affected.
 */
function startOver(runtime: FederationRuntime, build: ResolvedBuild): string {
  const start = (starts.get(build.container)?.number ?? 0) + 1
  if (start > 1) forgetEarlierStart(build)
  const address = new URL(start === 1 ? build.entry : `${build.entry}?retry=${start}`, location.origin).href
  integrities.set(address, build.integrity)
  starts.set(build.container, { number: start, usable: true })
  runtime.register({ name: nameOf(build, start), entry: address, entryGlobalName: build.container })
  return nameOf(build, start)
}

/** Removes the container and the script tags of an earlier start, because webpack would wait for them. */
function forgetEarlierStart(build: ResolvedBuild): void {
  Reflect.set(globalThis, build.container, undefined)
  const folder = new URL('.', new URL(build.entry, location.origin)).href
  for (const script of document.querySelectorAll('script')) if (script.src.startsWith(folder)) script.remove()
}

/**
 * Loads a module that a build exposes. Rejects with the reason why its entry was not run, with the runtime's
 * error, or with a timeout after ten seconds. After a failure the next call starts the build over, unless its
 * entry has run and only a chunk was missing: webpack requests that chunk again.
 */
export async function loadExposed({
  runtime,
  build,
  expose,
  trace,
  timeoutMs = hangMs,
}: LoadOptions): Promise<unknown> {
  const name = registrationOf(runtime, build)
  trace?.enter('entry')
  runtime.onStep?.(name, (step) => trace?.enter(step === 'entry' ? 'init' : 'expose'))
  try {
    return await withTimeout(runtime.load(`${name}/${expose.replace(/^\.\//, '')}`), timeoutMs)
  } catch (error) {
    const entryStands = Reflect.get(globalThis, build.container) !== undefined
    const start = starts.get(build.container)
    if (start && (error instanceof TimeoutError || !entryStands)) start.usable = false
    if (entryStands || error instanceof TimeoutError || runtime.ask === undefined) throw error
    throw (await diagnoseEntry(build, runtime.ask)) ?? error
  }
}

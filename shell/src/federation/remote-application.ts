import { isChunkLoadError } from '@portal/shared-ui'
import type { LoadPhase, Override, RemoteLoad } from '@portal/contract'
import { checkManifest, ManifestError } from './check-manifest.ts'
import { EntryError } from './judge-entry.ts'
import { loadExposed } from './load.ts'
import type { FederationRuntime } from './load.ts'
import { LoadTrace } from './load-phases.ts'
import { failedLoad } from './load-reports.ts'
import { overriddenBuild } from './overrides.ts'
import type { KnownRemote } from './registry.ts'
import { nextState } from './remote-state.ts'
import type { RemoteEvent, RemoteState } from './remote-state.ts'
import { resolveRemote } from './resolve.ts'
import type { Resolution, ResolvedBuild } from './resolve.ts'
import { TimeoutError, withTimeout } from './with-timeout.ts'

export interface Lifecycles<Props> {
  bootstrap(props: Props): Promise<unknown>
  mount(props: Props): Promise<unknown>
  unmount(props: Props): Promise<unknown>
}

export interface RemoteMountContext<Props> {
  runtime: FederationRuntime
  /** The remotes known for this viewer; `fresh` asks the server again, so that a retry sees a new release. */
  remotes(fresh: boolean): Promise<readonly KnownRemote[]>
  /** What a remote gets when it is mounted; `onFailure` is how it tells that a page of it failed to draw. */
  propsFor(element: HTMLElement, onFailure: (error: unknown) => void): Props
  onState(name: string, state: RemoteState): void
  /** One load from its beginning to its end, or a failure of a remote that stands. */
  onLoad(load: RemoteLoad): void
  /** Where this remote is taken from instead of the portal; null for what is deployed. */
  overrideOf(name: string): Override | null
}

interface Loaded<Props> {
  version: string
  /** The load that brought it was told. */
  isTold: boolean
  lifecycles: Lifecycles<Props>
}

const detailOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

function reasonOf(error: unknown): string {
  if (isChunkLoadError(error)) return 'Its code could not be fetched.'
  if (error instanceof TimeoutError || error instanceof ManifestError || error instanceof EntryError)
    return error.message
  return 'It stopped with an error while it was being opened.'
}

const isFunction = (value: unknown): value is (props: never) => Promise<unknown> =>
  typeof value === 'function'

function isLifecycles<Props>(module: unknown): module is Lifecycles<Props> {
  return ['bootstrap', 'mount', 'unmount'].every(
    (name) => typeof module === 'object' && module !== null && isFunction(Reflect.get(module, name)),
  )
}

/**
 * One remote in the page. `enter` and `leave` are called as the address comes and goes and never throw: what
 * goes wrong is a state, shown in the remote's place, and every retry starts at the registry. Code is loaded
 * beside single-spa, not inside of it, so a remote that hangs holds up nobody else's navigation.
 */
export class RemoteApplication<Props> {
  readonly name: string
  /** Where the remote draws itself; the frame puts it into the page while the remote is active. */
  readonly element = document.createElement('div')
  readonly #surroundings: RemoteMountContext<Props>
  #state: RemoteState = { kind: 'idle' }
  #loaded: Loaded<Props> | null = null
  #mounted: Loaded<Props> | null = null
  /**
   * Grows with every coming and going, so that an answer that arrives too late is told from the present one.
   */
  #visit = 0
  /** A page of it failed to draw: the next visit looks for another release first. */
  #isSuspect = false
  /** The build that was in force before is to be used until somebody tries again. */
  #wantsPrevious = false
  #trace = new LoadTrace()
  /** Mounting and unmounting, one after the other. */
  #turn: Promise<void> = Promise.resolve()

  constructor(name: string, surroundings: RemoteMountContext<Props>) {
    this.name = name
    this.#surroundings = surroundings
    this.element.dataset['remote'] = name
  }

  get state(): RemoteState {
    return this.#state
  }

  async enter(): Promise<void> {
    this.#visit += 1
    const visit = this.#visit
    const loaded = await this.#load(visit)
    if (loaded === null || visit !== this.#visit) return
    await this.#inTurn(async () => {
      if (visit === this.#visit) await this.#mount(loaded)
    })
  }

  async leave(): Promise<void> {
    this.#visit += 1
    await this.#inTurn(() => this.#unmount())
  }

  /** Starts again at the registry; asks nothing of the page around it. */
  async tryAgain(): Promise<void> {
    this.#wantsPrevious = false
    await this.#startOver()
  }

  /**
   * Puts the version in place that was in force before, until somebody tries again or loads the page anew.
   */
  async usePrevious(): Promise<void> {
    this.#wantsPrevious = true
    await this.#startOver()
  }

  async #startOver(): Promise<void> {
    this.#isSuspect = true
    await this.leave()
    await this.enter()
  }

  #props(): Props {
    return this.#surroundings.propsFor(this.element, (error) => {
      this.#isSuspect = true
      this.#report('render', detailOf(error))
    })
  }

  #report(phase: LoadPhase, detail: string): void {
    const version = 'version' in this.#state ? this.#state.version : null
    this.#surroundings.onLoad(failedLoad(this.name, version, phase, detail))
  }

  #to(event: RemoteEvent): void {
    this.#state = nextState(this.#state, event)
    this.#surroundings.onState(this.name, this.#state)
  }

  #broke(error: unknown): void {
    const detail = detailOf(error)
    console.error(`The part "${this.name}" failed: ${detail}`)
    this.#to({ kind: 'broke', reason: reasonOf(error), detail })
    this.#report(this.#trace.phase, detail)
  }

  #refuse(refusal: { version: string | null; reason: string; detail: string }): null {
    this.#to({ kind: 'refused', ...refusal })
    this.#surroundings.onLoad(failedLoad(this.name, refusal.version, this.#trace.phase, refusal.detail))
    return null
  }

  async #load(visit: number): Promise<Loaded<Props> | null> {
    const again = this.#isSuspect || this.#state.kind === 'failed' || this.#state.kind === 'refused'
    this.#to({ kind: 'wanted' })
    this.#trace = new LoadTrace()
    try {
      const override = this.#surroundings.overrideOf(this.name)
      const remotes = await this.#surroundings.remotes(again)
      this.#isSuspect = false
      const resolution: Resolution =
        override === null
          ? resolveRemote(this.name, remotes, this.#wantsPrevious)
          : { kind: 'build', build: await overriddenBuild(override) }
      if (visit !== this.#visit) return null
      switch (resolution.kind) {
        case 'disabled':
          this.#to({ kind: 'switched-off' })
          return null
        case 'missing':
          return this.#refuse({
            version: null,
            reason: 'It is not deployed at the moment.',
            detail: 'absent from the registry',
          })
        case 'refused':
          return this.#refuse(resolution)
        case 'build':
          return await this.#loadBuild(resolution.build, visit)
      }
    } catch (error) {
      if (visit === this.#visit) this.#broke(error)
      return null
    }
  }

  async #loadBuild(build: ResolvedBuild, visit: number): Promise<Loaded<Props> | null> {
    this.#to({ kind: 'resolved', version: build.version })
    if (this.#loaded?.version !== build.version) {
      this.#trace.enter('manifest')
      await checkManifest(build)
      const module = await loadExposed({
        runtime: this.#surroundings.runtime,
        build,
        expose: './app',
        trace: this.#trace,
      })
      if (!isLifecycles<Props>(module))
        throw new TypeError('What it exposes as ./app has no bootstrap, mount and unmount.')
      await module.bootstrap(this.#props())
      this.#loaded = { version: build.version, lifecycles: module, isTold: false }
    }
    if (visit === this.#visit) this.#to({ kind: 'loaded' })
    return this.#loaded
  }

  async #mount(loaded: Loaded<Props>): Promise<void> {
    try {
      this.#mounted = loaded
      this.#trace.enter('mount')
      await withTimeout(loaded.lifecycles.mount(this.#props()))
      this.#trace.end()
      if (loaded.isTold) return
      loaded.isTold = true
      this.#surroundings.onLoad({
        remote: this.name,
        version: loaded.version,
        outcome: 'loaded',
        phases: this.#trace.phases,
      })
    } catch (error) {
      this.#loaded = null
      this.#broke(error)
    }
  }

  async #unmount(): Promise<void> {
    const mounted = this.#mounted
    this.#mounted = null
    try {
      if (mounted) await withTimeout(mounted.lifecycles.unmount(this.#props()))
    } catch (error) {
      console.error(`The part "${this.name}" did not close cleanly:`, error)
      this.#isSuspect = true
      this.#report('unmount', detailOf(error))
    }
    this.element.replaceChildren()
    this.#to({ kind: 'left' })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work)
    return this.#turn
  }
}

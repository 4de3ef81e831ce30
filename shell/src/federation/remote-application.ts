import { isChunkLoadError } from '@portal/shared-ui'
import type { LoadPhase, Override, RemoteLoad, Sayable } from '@portal/contract'
import { checkManifest } from './check-manifest.ts'
import { loadExposed } from './load.ts'
import type { FederationRuntime } from './load.ts'
import { LoadTrace } from './load-phases.ts'
import { failedLoad } from './load-reports.ts'
import { loadOverriddenBuild } from './overridden-build.lazy.ts'
import type { KnownRemote } from './registry.ts'
import { RemoteError } from './remote-error.ts'
import { nextState } from './remote-state.ts'
import type { RemoteEvent, RemoteState } from './remote-state.ts'
import { resolveRemote } from './resolve.ts'
import type { Resolution, ResolvedBuild } from './resolve.ts'
import { withTimeout } from './with-timeout.ts'

export interface Lifecycles<Props> {
  bootstrap(props: Props): Promise<unknown>
  mount(props: Props): Promise<unknown>
  unmount(props: Props): Promise<unknown>
}

export interface RemoteMountContext<Props> {
  runtime: FederationRuntime
  /**
   * The known remotes for this viewer; with `fresh` they are requested again, so that a retry sees a new
   * release.
   */
  remotes(fresh: boolean): Promise<readonly KnownRemote[]>
  /**
   * The props of a remote when it is mounted. The remote calls `onFailure` when one of its pages fails to
   * render.
   */
  propsFor(name: string, element: HTMLElement, onFailure: (error: unknown) => void): Props
  onState(name: string, state: RemoteState): void
  /** A completed load, or a failure of a loaded remote. */
  onLoad(load: RemoteLoad): void
  /** The override of this remote; null when the deployed build is used. */
  overrideOf(name: string): Override | null
}

interface Loaded<Props> {
  version: string
  /** Whether this load has been reported. */
  isTold: boolean
  lifecycles: Lifecycles<Props>
}

const detailOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

function reasonOf(error: unknown): Sayable {
  if (isChunkLoadError(error)) return 'The code could not be loaded.'
  if (error instanceof RemoteError) return error.reason
  return 'An error occurred while opening.'
}

const isFunction = (value: unknown): value is (props: never) => Promise<unknown> =>
  typeof value === 'function'

function isLifecycles<Props>(module: unknown): module is Lifecycles<Props> {
  return ['bootstrap', 'mount', 'unmount'].every(
    (name) => typeof module === 'object' && module !== null && isFunction(Reflect.get(module, name)),
  )
}

/**
 * One remote in the page. `enter` and `leave` are called as the address changes and never throw: an error
 * becomes a state that is shown in the remote's place, and every retry starts at the registry. Code is loaded
 * outside single-spa, so that a hanging remote does not block other navigations.
 */
export class RemoteApplication<Props> {
  readonly name: string
  /** The remote renders into this element; the frame inserts it into the page while the remote is active. */
  readonly element = document.createElement('div')
  readonly #surroundings: RemoteMountContext<Props>
  #state: RemoteState = { kind: 'idle' }
  #loaded: Loaded<Props> | null = null
  #mounted: Loaded<Props> | null = null
  /** Incremented by every `enter` and `leave`, so that late answers are recognized and ignored. */
  #visit = 0
  /** Set after a failure while the remote was mounted: the next visit requests the registry first. */
  #isSuspect = false
  /** The previous build is used until the user tries again. */
  #wantsPrevious = false
  #trace = new LoadTrace()
  /** Mounts and unmounts run one after the other. */
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

  /** Starts over at the registry, without reloading the page. */
  async tryAgain(): Promise<void> {
    this.#wantsPrevious = false
    await this.#startOver()
  }

  /** Uses the previous version until the user tries again or reloads the page. */
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
    return this.#surroundings.propsFor(this.name, this.element, (error) => {
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

  #refuse(refusal: { version: string | null; reason: Sayable; detail: string }): null {
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
          : { kind: 'build', build: await loadOverriddenBuild(override) }
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
      this.#trace.enter('mount')
      await withTimeout(module.bootstrap(this.#props()))
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

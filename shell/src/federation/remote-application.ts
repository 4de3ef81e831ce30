import { isChunkLoadError } from '../features/reload-guard/chunk-load-error.ts'
import { loadExposed } from './load.ts'
import type { FederationRuntime } from './load.ts'
import type { KnownRemote } from './registry.ts'
import { nextState } from './remote-state.ts'
import type { RemoteEvent, RemoteState } from './remote-state.ts'
import { resolveRemote } from './resolve.ts'
import type { ResolvedBuild } from './resolve.ts'
import { HangError, withinTime } from './within-time.ts'

export interface Lifecycles<Props> {
  bootstrap(props: Props): Promise<unknown>
  mount(props: Props): Promise<unknown>
  unmount(props: Props): Promise<unknown>
}

export interface RemoteSurroundings<Props> {
  runtime: FederationRuntime
  /** The remotes known for this viewer; `fresh` asks the server again, so that a retry sees a new release. */
  remotes(fresh: boolean): Promise<readonly KnownRemote[]>
  propsFor(element: HTMLElement): Props
  onState(name: string, state: RemoteState): void
}

interface Loaded<Props> {
  version: string
  lifecycles: Lifecycles<Props>
}

const isFunction = (value: unknown): value is (props: never) => Promise<unknown> => typeof value === 'function'

function isLifecycles<Props>(module: unknown): module is Lifecycles<Props> {
  return ['bootstrap', 'mount', 'unmount'].every((name) => typeof module === 'object' && module !== null && isFunction(Reflect.get(module, name)))
}

/**
 * One remote in the page. `enter` and `leave` are called as the address comes and goes and never throw: what goes wrong is a state, shown
 * in the remote's place, and every retry starts at the registry. Code is loaded beside single-spa, not inside of it, so a remote that
 * hangs holds up nobody else's navigation.
 */
export class RemoteApplication<Props> {
  readonly name: string
  /** Where the remote draws itself; the frame puts it into the page while the remote is active. */
  readonly element = document.createElement('div')
  readonly #surroundings: RemoteSurroundings<Props>
  #state: RemoteState = { kind: 'idle' }
  #loaded: Loaded<Props> | null = null
  #mounted: Loaded<Props> | null = null
  /** Grows with every coming and going, so that an answer that arrives too late is told from the present one. */
  #visit = 0
  /** Mounting and unmounting, one after the other. */
  #turn: Promise<void> = Promise.resolve()

  constructor(name: string, surroundings: RemoteSurroundings<Props>) {
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
    await this.leave()
    await this.enter()
  }

  #to(event: RemoteEvent): void {
    this.#state = nextState(this.#state, event)
    this.#surroundings.onState(this.name, this.#state)
  }

  #broke(error: unknown): void {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const reason = isChunkLoadError(error)
      ? 'Its code could not be fetched.'
      : error instanceof HangError
        ? error.message
        : 'It stopped with an error while it was being opened.'
    console.error(`The part "${this.name}" failed: ${detail}`)
    this.#to({ kind: 'broke', reason, detail })
  }

  async #load(visit: number): Promise<Loaded<Props> | null> {
    const again = this.#state.kind === 'failed' || this.#state.kind === 'refused'
    this.#to({ kind: 'wanted' })
    try {
      const resolution = resolveRemote(this.name, await this.#surroundings.remotes(again))
      if (visit !== this.#visit) return null
      switch (resolution.kind) {
        case 'disabled':
          this.#to({ kind: 'switched-off' })
          return null
        case 'missing':
          this.#to({ kind: 'refused', version: null, reason: 'It is not deployed at the moment.', detail: 'absent from the registry' })
          return null
        case 'refused':
          this.#to(resolution)
          return null
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
      const module = await loadExposed({ runtime: this.#surroundings.runtime, build, expose: './app' })
      if (!isLifecycles<Props>(module)) throw new TypeError('What it exposes as ./app has no bootstrap, mount and unmount.')
      await module.bootstrap(this.#surroundings.propsFor(this.element))
      this.#loaded = { version: build.version, lifecycles: module }
    }
    if (visit === this.#visit) this.#to({ kind: 'loaded' })
    return this.#loaded
  }

  async #mount(loaded: Loaded<Props>): Promise<void> {
    try {
      this.#mounted = loaded
      await withinTime(loaded.lifecycles.mount(this.#surroundings.propsFor(this.element)))
    } catch (error) {
      this.#loaded = null
      this.#broke(error)
    }
  }

  async #unmount(): Promise<void> {
    const mounted = this.#mounted
    this.#mounted = null
    try {
      if (mounted) await withinTime(mounted.lifecycles.unmount(this.#surroundings.propsFor(this.element)))
    } catch (error) {
      console.error(`The part "${this.name}" did not close cleanly:`, error)
    }
    this.element.replaceChildren()
    this.#to({ kind: 'left' })
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work)
    return this.#turn
  }
}

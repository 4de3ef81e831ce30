import { nothing, api } from '@portal/shared-ui'
import type { LoadPhase, RemoteLoad } from '@portal/contract'

/** Loads close together are told in one call, in ms. */
const gatherMs = 3_000
/** The server takes so many in one call; a page that fails in a circle tells no more than this. */
const maxAtOnce = 20

type Send = (loads: readonly RemoteLoad[]) => Promise<unknown>

const sendLoads: Send = (loads) => api.post('/api/federation/loads', { loads }, nothing)

/** Tells the server how remotes fared in this page. Nothing depends on it: what cannot be told is dropped. */
export class LoadReports {
  readonly #maySend: () => boolean
  readonly #send: Send
  #gathered: RemoteLoad[] = []
  #isWaiting = false

  constructor(maySend: () => boolean, send: Send = sendLoads) {
    this.#maySend = maySend
    this.#send = send
  }

  note(load: RemoteLoad): void {
    if (this.#gathered.length < maxAtOnce) this.#gathered.push(load)
    if (this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => this.#tell(), gatherMs)
  }

  #tell(): void {
    const loads = this.#gathered
    this.#gathered = []
    this.#isWaiting = false
    if (this.#maySend()) this.#send(loads).catch(() => undefined)
  }
}

const maxLetters = 500

/** A load that failed, as it is told: what was thrown, never what a person typed. */
export function failedLoad(
  remote: string,
  version: string | null,
  phase: LoadPhase,
  detail: string,
): RemoteLoad {
  return {
    remote,
    version,
    outcome: 'failed',
    phase,
    message: detail.slice(0, maxLetters) || 'unknown',
    path: location.pathname.slice(0, 300),
  }
}

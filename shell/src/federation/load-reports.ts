import { nothing, api } from '@portal/shared-ui'
import type { LoadPhase, RemoteLoad } from '@portal/contract'

/** Reports of loads within this time are sent in one call, in ms. */
const gatherMs = 3_000
/** Upper limit of the server per call. It also bounds the reports of a page that fails in a loop. */
const maxAtOnce = 20

type Send = (loads: readonly RemoteLoad[]) => Promise<unknown>

const sendLoads: Send = (loads) => api.post('/api/federation/loads', { loads }, nothing)

/**
 * Reports to the server how the remotes of this page loaded. Nothing depends on the reports; those that
 * cannot be sent are dropped.
 */
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

/** The report of a failed load: contains the thrown error, never user input. */
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

import type { Logger } from 'pino'

/** Failures for this long are a problem of the outgoing server; shorter ones pass by a retry. */
const failsAfterMs = 5 * 60_000
/** Without an attempt for this long, nothing is known about the server. */
const forgottenAfterMs = 60 * 60_000
const logEveryMs = 60_000

/** A problem of the outgoing server, for administrators. */
export interface RelayProblem {
  /** A code such as `ECONNREFUSED` or `EAUTH 535`; it holds no addresses. */
  fault: string
  since: Date
}

interface Failing extends RelayProblem {
  lastMs: number
  loggedMs: number
}

/** How the outgoing mail server answers, as the attempts of this server saw it. */
export class RelayState {
  readonly #log: Logger
  #failing: Failing | null = null

  constructor(log: Logger) {
    this.#log = log
  }

  /** An attempt failed by the fault of the server. Logs at most once a minute. */
  failed(fault: string, now: Date): void {
    const nowMs = now.getTime()
    const known = this.#failing
    const isKnown = known !== null && nowMs - known.lastMs < forgottenAfterMs
    const since = isKnown ? known.since : now
    const isLogged = isKnown && nowMs - known.loggedMs < logEveryMs
    this.#failing = { fault, since, lastMs: nowMs, loggedMs: isLogged ? known.loggedMs : nowMs }
    if (!isLogged) this.#log.warn({ fault, since: since.toISOString() }, 'outgoing mail fails')
  }

  /** The server answered as it should. */
  answered(now: Date): void {
    if (this.#failing === null) return
    const { since } = this.#failing
    this.#failing = null
    this.#log.warn({ failedForMs: now.getTime() - since.getTime() }, 'outgoing mail works again')
  }

  /** The problem, when attempts have failed for some minutes; null otherwise. */
  problem(now: Date): RelayProblem | null {
    if (this.#failing === null) return null
    const { fault, since, lastMs } = this.#failing
    const nowMs = now.getTime()
    const isLasting = nowMs - since.getTime() >= failsAfterMs && nowMs - lastMs < forgottenAfterMs
    return isLasting ? { fault, since } : null
  }
}

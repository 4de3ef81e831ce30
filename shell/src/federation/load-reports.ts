import type { LoadPhase, PageError, RemoteLoad, RemoteLoads } from '@portal/contract'
import { culpritOf, readThrown } from './page-errors.ts'

/** Reports within this time are sent in one call, in ms. */
const gatherMs = 3_000
/** Upper limit of the server per call and sort. It also bounds the reports of a page that fails in a loop. */
const maxAtOnce = 20
/** Different errors that one page reports. */
const maxErrors = 50
/** While the page waits for data, the first report waits too, at most so many times. */
const maxPostponed = 10
/** `judgedAfterMountMs` of the contract, whose schemas the page does not load. */
const judgedMs = 60_000

type Send = (reports: RemoteLoads) => void

/**
 * Sends after the page is left as well. Nothing depends on reports; those that cannot be sent are dropped.
 */
const sendBeacon: Send = (reports) =>
  void fetch(`${location.origin}/api/federation/loads`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reports),
  }).catch(() => undefined)

export interface ReportOptions {
  /** Whether somebody is signed in. */
  maySend: () => boolean
  /** Whether the page still waits for data: no report is sent before its first row. */
  isBusy: () => boolean
  /** Called after the first report, when the first rows are drawn. */
  onFirstSent?: () => void
  send?: Send
}

/** Reports to the server how the remotes of this page loaded, and their errors afterwards. */
export class LoadReports {
  readonly #options: ReportOptions
  #loads: RemoteLoad[] = []
  #errors: PageError[] = []
  #isWaiting = false
  /** When this page first mounted a version, until its first error. */
  readonly #mounted = new Map<string, number>()
  readonly #seen = new Set<string>()

  constructor(options: ReportOptions) {
    this.#options = options
  }

  /** Notes what nothing has caught, and sends what is gathered when the page is hidden or left. */
  watch(): void {
    addEventListener('error', ({ error, message, filename, lineno, colno }) =>
      this.#noteThrown('error', error ?? message, `${filename}:${lineno}:${colno}`),
    )
    addEventListener('unhandledrejection', ({ reason }) => this.#noteThrown('rejection', reason))
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') this.#flush()
    })
  }

  note(load: RemoteLoad): void {
    const build = `${load.remote} ${load.version}`
    if (load.outcome === 'loaded') this.#mounted.set(build, performance.now())
    const isLate = load.outcome === 'failed' && (load.phase === 'render' || load.phase === 'unmount')
    if (this.#loads.length < maxAtOnce)
      this.#loads.push(isLate ? { ...load, ...this.#sinceMount(build) } : load)
    this.#wait()
  }

  /** Notes a panel that could not be loaded or drawn. */
  notePanel(remote: string, version: string, thrown: unknown): void {
    const { text, stack } = readThrown(thrown)
    const culprit = culpritOf(stack)
    const place = culprit?.remote === remote ? culprit.place : ''
    this.#noteError({ remote, version, place }, 'panel', text)
  }

  /** What was canceled has not failed. */
  #noteThrown(kind: PageError['kind'], thrown: unknown, place = ''): void {
    const { text, stack } = readThrown(thrown)
    const culprit = culpritOf(stack + place)
    if (culprit !== null && !/^(Abort|Canceled)Error/.test(text)) this.#noteError(culprit, kind, text)
  }

  /** Equal errors of one page are one report. */
  #noteError(
    culprit: Pick<PageError, 'remote' | 'version' | 'place'>,
    kind: PageError['kind'],
    message: string,
  ): void {
    const build = `${culprit.remote} ${culprit.version}`
    const seen = this.#seen
    if (seen.has(build + message) || seen.size >= maxErrors || this.#errors.length >= maxAtOnce) return
    seen.add(build + message)
    const path = location.pathname.slice(0, 300)
    this.#errors.push({ ...culprit, kind, message, path, ...this.#sinceMount(build) })
    this.#wait()
  }

  /** The time since a version was mounted, for its first error within a minute. */
  #sinceMount(build: string): { sinceMountMs?: number } {
    const mountedAt = this.#mounted.get(build)
    this.#mounted.delete(build)
    const sinceMountMs = Math.round(performance.now() - (mountedAt ?? -judgedMs))
    return sinceMountMs < judgedMs ? { sinceMountMs } : {}
  }

  #wait(postponed = 0): void {
    if (this.#isWaiting && postponed === 0) return
    this.#isWaiting = true
    setTimeout(() => {
      if (this.#options.isBusy() && postponed < maxPostponed) this.#wait(postponed + 1)
      else this.#flush()
    }, gatherMs)
  }

  #flush(): void {
    const [loads, errors] = [this.#loads, this.#errors]
    this.#loads = []
    this.#errors = []
    this.#isWaiting = false
    if (loads.length + errors.length === 0 || !this.#options.maySend()) return
    const { send = sendBeacon } = this.#options
    // Servers of the release before know no errors and would refuse the loads with them.
    send({ loads, ...(errors.length > 0 && { errors }) })
    this.#options.onFirstSent?.()
    delete this.#options.onFirstSent
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

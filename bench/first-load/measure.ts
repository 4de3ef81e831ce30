import type { Browser, CDPSession, Page } from 'playwright'

/** Number of requests of one kind and their transferred bytes: compressed bodies plus headers. */
export interface Cost {
  requests: number
  bytes: number
}

export interface Load {
  script: Cost
  document: Cost
  font: Cost
  api: Cost
  other: Cost
  /** From the start of the navigation until the expected element is visible. */
  elapsedMs: number
}

const kinds = ['script', 'document', 'font', 'api', 'other'] as const
type Kind = (typeof kinds)[number]

/** A script that the page only prefetches is of another type, but it is the same file. */
function kindOf(type: string, url: string): Kind {
  if (type === 'Script' || new URL(url).pathname.endsWith('.js')) return 'script'
  if (type === 'Document') return 'document'
  if (type === 'Font') return 'font'
  return type === 'XHR' || type === 'Fetch' || type === 'EventSource' ? 'api' : 'other'
}

/** Counts the requests of a page from the moment it is created. A file from the cache is no request. */
class Meter {
  readonly #kindOf = new Map<string, Kind>()
  readonly #scripts = new Set<string>()
  readonly #costs = new Map<Kind, Cost>(kinds.map((kind) => [kind, { requests: 0, bytes: 0 }]))

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, type, request: { url } }) => {
      const kind = kindOf(type ?? 'Other', url)
      const isKnown = this.#kindOf.has(requestId) || this.#scripts.has(url)
      if (!isKnown) this.#cost(kind).requests += 1
      if (kind === 'script') this.#scripts.add(url)
      this.#kindOf.set(requestId, kind)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = this.#kindOf.get(requestId)
      if (kind !== undefined) this.#cost(kind).bytes += encodedDataLength
    })
  }

  #cost(kind: Kind): Cost {
    const cost = this.#costs.get(kind)
    if (cost === undefined) throw new RangeError(`Nothing is counted as ${kind}`)
    return cost
  }

  read(elapsedMs: number): Load {
    const copy = (kind: Kind): Cost => ({ ...this.#cost(kind) })
    return {
      script: copy('script'),
      document: copy('document'),
      font: copy('font'),
      api: copy('api'),
      other: copy('other'),
      elapsedMs,
    }
  }
}

export interface Throttle {
  kilobitsPerSecond: number
  latencyMs: number
  cpuSlowdown: number
}

async function prepare(page: Page, throttle: Throttle | null): Promise<Meter> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  if (throttle !== null) {
    const bytesPerSecond = (throttle.kilobitsPerSecond * 1_000) / 8
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: throttle.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpuSlowdown })
  }
  return new Meter(session)
}

const offer = (page: Page) => page.getByRole('button', { name: 'Continue as team' })
const firstRow = (page: Page) =>
  page.getByRole('grid', { name: 'Processing permits' }).getByText(/^PM-/).first()

/**
 * A first visit with an empty cache: opens the sign-in page until its first button is visible, then signs in
 * and waits for the first row of the first table. `table` holds the totals of both steps; its time starts at
 * the click. Files preloaded while the sign-in page is idle count for the table, because the sign-in page
 * does not need them.
 */
export async function firstVisit(
  browser: Browser,
  origin: string,
  throttle: Throttle | null,
): Promise<{ login: Load; table: Load }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const meter = await prepare(page, throttle)
    const opened = performance.now()
    await page.goto(`${origin}/login`, { waitUntil: 'commit' })
    await offer(page).waitFor()
    const login = meter.read(performance.now() - opened)
    const clicked = performance.now()
    await offer(page).click()
    await firstRow(page).waitFor()
    const table = meter.read(performance.now() - clicked)
    return { login, table }
  } finally {
    await context.close()
  }
}

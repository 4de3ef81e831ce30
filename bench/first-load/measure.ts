import { setTimeout as wait } from 'node:timers/promises'
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

interface Sent {
  kind: Kind
  /** When it was sent, in ms since 1970. */
  atMs: number
  bytes: number
  isLoaded: boolean
}

/** Notes the requests of a page from the moment it is created. A file from the cache is no request. */
class Meter {
  readonly #sent = new Map<string, Sent>()
  readonly #scripts = new Map<string, Sent>()

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, type, request: { url }, wallTime }) => {
      const kind = kindOf(type ?? 'Other', url)
      const known = this.#sent.get(requestId) ?? this.#scripts.get(url)
      const sent = known ?? { kind, atMs: wallTime * 1_000, bytes: 0, isLoaded: false }
      if (kind === 'script') this.#scripts.set(url, sent)
      this.#sent.set(requestId, sent)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const sent = this.#sent.get(requestId)
      if (sent === undefined) return
      sent.bytes += encodedDataLength
      sent.isLoaded = true
    })
  }

  /** Waits for the scripts sent until `atMs` (since 1970): their bytes are known when they are here. */
  async filesSentUntil(atMs: number): Promise<void> {
    const isMissing = ({ kind, atMs: sentMs, isLoaded }: Sent) =>
      kind === 'script' && sentMs <= atMs && !isLoaded
    while ([...this.#sent.values()].some(isMissing)) await wait(20)
  }

  /** The costs of what was sent until `atMs` (since 1970), in full. */
  read(atMs: number, elapsedMs: number): Load {
    const sent = [...new Set(this.#sent.values())].filter((each) => each.atMs <= atMs)
    const of = (kind: Kind): Cost => {
      const ofKind = sent.filter((each) => each.kind === kind)
      return { requests: ofKind.length, bytes: ofKind.reduce((sum, { bytes }) => sum + bytes, 0) }
    }
    return {
      script: of('script'),
      document: of('document'),
      font: of('font'),
      api: of('api'),
      other: of('other'),
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

const offerName = 'Continue as team'

/** What a visit waits for: its name in the page, and a pattern of its text. */
const waitedFor = { offer: offerName, row: String.raw`PM-\d` } as const

/** Notes in the page itself when each text first stands there: files asked for later do not count. */
function noteFirstSeen(texts: typeof waitedFor): void {
  const look = () => {
    // Runs from before the document has its first element.
    const shown = document.querySelector('body')?.textContent ?? ''
    const seen = document.documentElement.dataset
    for (const [name, pattern] of Object.entries(texts))
      if (seen[name] === undefined && new RegExp(pattern).test(shown)) seen[name] = String(Date.now())
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

/** Waits for a text and returns when it first stood in the page, in ms since 1970. */
async function firstSeen(page: Page, name: keyof typeof waitedFor): Promise<number> {
  const read = (wanted: string) => document.documentElement.dataset[wanted]
  const seen = await page.waitForFunction(read, name, { timeout: 120_000 })
  return Number(await seen.jsonValue())
}

/**
 * A first visit with an empty cache: opens the sign-in page until its first button stands there, then signs
 * in and waits for the first row of the first table. `table` holds the totals of both steps; its time starts
 * at the click. Files preloaded while the sign-in page is idle count for the table, because the sign-in page
 * does not need them. Files asked for after the first row do not count.
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
    await page.addInitScript(noteFirstSeen, waitedFor)
    const openedMs = Date.now()
    await page.goto(`${origin}/login`, { waitUntil: 'commit' })
    const offeredMs = await firstSeen(page, 'offer')
    const clickedMs = Date.now()
    await page.getByRole('button', { name: offerName }).click()
    const rowMs = await firstSeen(page, 'row')
    await meter.filesSentUntil(rowMs)
    return {
      login: meter.read(offeredMs, offeredMs - openedMs),
      table: meter.read(rowMs, rowMs - clickedMs),
    }
  } finally {
    await context.close()
  }
}

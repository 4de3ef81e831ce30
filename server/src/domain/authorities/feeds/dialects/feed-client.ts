import { z } from 'zod'
import type { LocalDate } from '@portal/contract'
import type { FeedDialect, FeedFields } from '@portal/contract/authority-feeds'
import { OutsideError, requestOutside } from '#platform/outside/outside-request.ts'
import type { OutsideResponse } from '#platform/outside/outside-request.ts'
import type { FeedFault } from '../feed-fault.ts'
import {
  compressed,
  faultOfRequest,
  interrupted,
  missingColumn,
  notReadable,
  refusedToken,
  slowDown,
  answerTooLarge,
  withoutRows,
  wrongStatus,
} from '../feed-fault.ts'
import type { NameQuery } from '../discovery/company-name.ts'
import type { RawRecord } from '../feed-row.ts'

/** Where a feed is, and how it is asked. */
export interface FeedAddress {
  dialect: FeedDialect
  address: string
  dataset: string | null
  token: string | null
  fields: FeedFields
}

export interface FeedLimits {
  /** Limit of one call. */
  timeoutMs: number
  /** The address itself may be private. */
  allowPrivate: boolean
  signal?: AbortSignal | undefined
}

/** What a call asks for. */
export interface FeedCall {
  url: URL
  body?: unknown
  etag?: string | null
  headers?: Readonly<Record<string, string>>
  maxBytes?: number
}

const maxJsonBytes = 16_000_000
const maxPauseMs = 5_000
const maxPauses = 3
const refused = new Set([401, 403])
/** CKAN answers a wrong query with 409. */
const badRequest = new Set([400, 409])

/** A feed that asks for a longer wait is asked again after it. */
const maxWaitMs = 24 * 60 * 60_000
const defaultWaitMs = 60_000

/** How long a feed asks to wait: seconds or a date, as HTTP has it. */
function retryAfterMs(headers: OutsideResponse['headers']): number | null {
  const text = headers['retry-after'] ?? ''
  if (text === '') return null
  const seconds = Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1_000
  return Number.isNaN(ms) ? defaultWaitMs : Math.min(Math.max(0, ms), maxWaitMs)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(interrupted())
    })
  })
}

/** Makes the calls of one reading of a feed, and counts them. */
export class FeedClient {
  readonly feed: FeedAddress
  readonly #limits: FeedLimits
  calls = 0

  constructor(feed: FeedAddress, limits: FeedLimits) {
    this.feed = feed
    this.#limits = limits
  }

  /** The address with a path and parameters. */
  url(path: string, parameters: Readonly<Record<string, string>> = {}): URL {
    const url = new URL(`${this.feed.address.replace(/\/+$/, '')}${path}`)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url
  }

  /**
   * One call; a short wait that the feed asks for is kept. Throws FeedFault unless the answer is 200 or 304.
   */
  async call({ url, body, etag, headers, maxBytes = maxJsonBytes }: FeedCall): Promise<OutsideResponse> {
    const isConditional = Boolean(etag) || Object.hasOwn(headers ?? {}, 'if-modified-since')
    for (let pauses = 0; ; pauses += 1) {
      const response = await this.#send({
        url,
        ...(body !== undefined && { method: 'POST' as const, body: JSON.stringify(body) }),
        headers: {
          'accept-encoding': 'identity',
          'user-agent': 'permit-portal',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(etag && { 'if-none-match': etag }),
          ...headers,
        },
        maxBytes,
      })
      const { status } = response
      const encoding = response.headers['content-encoding'] ?? 'identity'
      if (status === 200 && encoding.toLowerCase() !== 'identity') throw compressed(encoding)
      if (status === 200 || (status === 304 && isConditional)) return response
      const wanted = retryAfterMs(response.headers)
      // Some services throttle with the status of a refusal.
      if (status === 403 && wanted !== null) throw slowDown(wanted, status)
      if (refused.has(status)) throw refusedToken(status)
      if (status !== 429) throw this.#faultOf(response, wanted ?? 0)
      const waitMs = wanted ?? defaultWaitMs
      if (waitMs > maxPauseMs || pauses === maxPauses) throw slowDown(waitMs)
      await pause(waitMs, this.#limits.signal)
    }
  }

  async #send(asked: Omit<Parameters<typeof requestOutside>[0], 'timeoutMs' | 'allowPrivate' | 'signal'>) {
    this.#throwIfStopped()
    this.calls += 1
    try {
      return await requestOutside({ ...asked, ...this.#limits })
    } catch (error) {
      this.#throwIfStopped()
      throw error instanceof OutsideError ? faultOfRequest(error) : error
    }
  }

  #throwIfStopped(): void {
    if (this.#limits.signal?.aborted === true) throw interrupted()
  }

  /** A refused query often says which column it does not know. */
  #faultOf({ status, text }: OutsideResponse, retryAfter: number): FeedFault {
    const columns = Object.values(this.feed.fields).filter((column) => column !== undefined)
    const words = new Set(text.slice(0, 10_000).match(/[\w:@.]+/g))
    const named = columns.filter((column) => words.has(column))
    const [column] = named
    const saysColumn = badRequest.has(status) && /column|field|attribute/i.test(text)
    if (saysColumn && column !== undefined) return missingColumn(lastNamed(text, named) ?? column)
    return wrongStatus(status, retryAfter)
  }
}

/** The column that the sentence ends on: some services repeat the whole query before it. */
function lastNamed(text: string, columns: readonly string[]): string | undefined {
  const after = /no[ -]such[ -]column:?\s*['"]?([\w:@.]+)/i.exec(
    text.replace(/query\.soql\.no-such-column/g, ''),
  )
  const [, told] = after ?? []
  return columns.find((column) => column === told)
}

/** Objects and lists of one answer: several times those of the rows that a call asks for. */
const maxParts = 250_000

/** Millions of empty objects are small to send, and take seconds and gigabytes to parse. */
function hasTooManyParts(text: string): boolean {
  let parts = 0
  for (let at = 0; at < text.length && parts <= maxParts; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) parts += 1
  }
  return parts > maxParts
}

/** Parses a JSON answer. Throws FeedFault for anything else, such as a page of a proxy. */
export function parseJson<Shape>(client: FeedClient, text: string, shape: z.ZodType<Shape>): Shape {
  if (hasTooManyParts(text)) throw answerTooLarge(new URL(client.feed.address).host)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw notReadable('JSON', error)
  }
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw withoutRows(parsed.error)
  return parsed.data
}

export const Records = z.array(z.record(z.string(), z.unknown()))

const firstDay = Date.parse('0001-01-02T00:00:00Z')
const lastDay = Date.parse('9999-12-30T00:00:00Z')

/** A time of a feed, in milliseconds since 1970; null for one that no calendar and no database has. */
export const knownTime = (ms: number): Date | null => (ms >= firstDay && ms <= lastDay ? new Date(ms) : null)

/** The time of an HTTP header; null when it has none. */
export function headerTime(headers: OutsideResponse['headers'], ...names: string[]): Date | null {
  for (const name of names) {
    const at = knownTime(Date.parse(headers[name] ?? ''))
    if (at !== null) return at
  }
  return null
}

/** What a feed says about itself before it is read. */
export interface FeedHead {
  /** The feed has not changed since it was last read. */
  isUnchanged: boolean
  etag: string | null
  /** Tells one state of the data from the next, where the dialect has such a mark. */
  newest: string | null
  refreshedAt: Date | null
  /** Null where the dialect does not name its columns. */
  columns: readonly string[] | null
  isEmpty: boolean
  /** The wanted rows, where the dialect has no other way than to read all. */
  records?: readonly RawRecord[]
}

/** The state of the feed when it was last read. */
export interface KnownHead {
  etag: string | null
  newest: string | null
}

/**
 * Asks for news by the time of the last change, where the feed has no entity tag and `newest` is that time.
 */
export const sinceHeader = ({ etag, newest }: KnownHead): Record<string, string> =>
  etag === null && newest !== null ? { 'if-modified-since': newest } : {}

/** What discovery asks a feed for. */
export interface CompanyQuery {
  names: readonly NameQuery[]
  /** The first day on which a permit was issued or applied for. */
  since: LocalDate
}

/** Whether a run needs a record of a feed. */
export type IsWanted = (record: RawRecord) => boolean

/** One dialect. Each call throws FeedFault. */
export interface FeedReader {
  /** `isWanted` says which rows to keep, where all are read. */
  head(client: FeedClient, known: KnownHead, isWanted: IsWanted): Promise<FeedHead>
  /** The pages of the rows of at most `numbersPerCall` numbers. */
  byNumbers(client: FeedClient, numbers: readonly string[]): AsyncIterable<readonly RawRecord[]>
  /** All rows in pages, for a feed that does not look for numbers. */
  pages?(client: FeedClient): AsyncIterable<readonly RawRecord[]>
  /** The pages of rows that changed since `newest`; absent where a feed cannot say that. */
  since?(client: FeedClient, newest: string): AsyncIterable<readonly RawRecord[]>
  /**
   * The pages of rows whose company may be one of these, the newest first where the feed can sort; rows of
   * other companies and days may be among them. Absent for a file, which is read whole.
   */
  byCompanies?(client: FeedClient, query: CompanyQuery): AsyncIterable<readonly RawRecord[]>
  /** The first rows, for a person who sets up the source. */
  sample(client: FeedClient): Promise<readonly RawRecord[]>
}

export const numbersPerCall = 100
export const sampleRows = 50

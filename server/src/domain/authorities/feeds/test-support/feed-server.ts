import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { LocalServer } from './local-server.ts'

/** A row of a feed. `:updated_at` and `:id` are those of SODA. */
export type ServedRow = Record<string, unknown>

/** What is wrong with the feed. */
export type ServedFault =
  | 'timeout'
  | '429'
  | '500'
  | 'html'
  | 'truncated'
  | 'renamed-column'
  | 'dry'
  | 'clock-skew'
  | 'redirect-inside'
  | 'revoked-token'
  | 'cut-off'

const Bytes = z.instanceof(Uint8Array)

interface Answer {
  status?: number
  headers?: Record<string, string>
  body: string
}

const json = (value: unknown, headers: Record<string, string> = {}): Answer => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const listIn = (text: string) =>
  [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, each = '']) => each.replaceAll("''", "'"))

/** The rows that a condition of a portal asks for: a list of numbers, or rows after a time. */
function conditionOf(where: string): (row: ServedRow) => boolean {
  const among = /^\s*([\w:.]+) in \((.*)\)\s*$/is.exec(where)
  if (among !== null) {
    const [, column = '', list = ''] = among
    const wanted = new Set(listIn(list))
    return (row) => wanted.has(textOf(row[column]))
  }
  const after = /^\s*([\w:.]+) > '([^']*)'\s*$/.exec(where)
  if (after !== null) {
    const [, column = '', from = ''] = after
    return (row) => textOf(row[column]) > from
  }
  const companies = /^\((upper\(.*?)\)(?: and \((.*)\))?$/is.exec(where)
  if (companies !== null) {
    const [, names = '', days = ''] = companies
    return (row) => isLike(names)(row) && (days === '' || isSince(days)(row))
  }
  return () => where === '' || where === '1=1'
}

/** `upper(column) like 'A%B%' or ...` */
function isLike(condition: string): (row: ServedRow) => boolean {
  const wanted = [...condition.matchAll(/upper\((\S+)\) like '([A-Z0-9%]*)'/gi)].map(
    ([, column = '', pattern = '']) => ({
      column,
      like: new RegExp(`^${pattern.replaceAll('%', '.*')}$`, 's'),
    }),
  )
  return (row) => wanted.some(({ column, like }) => like.test(textOf(row[column]).toUpperCase()))
}

/** `day >= '2026-01-01T00:00:00' or ...` */
function isSince(condition: string): (row: ServedRow) => boolean {
  const wanted = [...condition.matchAll(/(\S+) >= '([^']*)'/g)]
  return (row) => wanted.some(([, column = '', from = '']) => textOf(row[column]) >= from)
}

/** The text search of a CKAN portal in one column: `(a:* & b:*) | (c:*)`. */
function isFound(query: string): (text: string) => boolean {
  const all = query.split(' | ').map((part) => part.replaceAll(/[()]|:\*/g, '').split(' & '))
  return (text) => {
    const words = text.toLowerCase().split(/[^a-z0-9]+/)
    return all.some((wanted) => wanted.every((word) => words.some((each) => each.startsWith(word))))
  }
}

function ordered(rows: readonly ServedRow[], order: string): ServedRow[] {
  const keys = order.split(',').map((part) => part.trim().split(/\s+/))
  return rows.toSorted((a, b) => {
    for (const [key = '', direction = ''] of keys) {
      const compared = textOf(a[key]).localeCompare(textOf(b[key]))
      if (compared !== 0) return /desc/i.test(direction) ? -compared : compared
    }
    return 0
  })
}

const only = (row: ServedRow, select: string): ServedRow =>
  select === '' || select === '*'
    ? row
    : Object.fromEntries(
        select
          .split(',')
          .map((name) => name.trim())
          .filter((name) => row[name] !== null && row[name] !== undefined)
          .map((name) => [name, row[name]]),
      )

const SodaQuery = z.object({
  query: z.string(),
  page: z.object({ pageNumber: z.number(), pageSize: z.number() }),
})
const clause = (query: string, pattern: RegExp) => pattern.exec(query)?.[1]?.trim() ?? ''

/**
 * A local feed that answers like the services of the known dialects, over the rows it is given: paging,
 * entity tags, a cap of rows, tokens, and what goes wrong with feeds.
 */
export class FeedServer extends LocalServer {
  rows: ServedRow[]
  fault: ServedFault | null = null
  /** Calls with such a text are answered with HTTP 500. */
  refuses: RegExp | null = null
  /** The token that it asks for; null for none. */
  token: string | null = null
  lastModified = new Date('2026-11-20T06:00:00Z')
  /** Whether answers have entity tags; without, only their time of change tells what is new. */
  hasTags = true
  /** Path and query of each request, in order. */
  readonly calls: string[] = []
  notModified = 0
  #revision = 1

  constructor(rows: readonly ServedRow[] = []) {
    super()
    this.rows = [...rows]
  }

  protected onRequest(request: IncomingMessage, response: ServerResponse): void {
    void this.#serve(request, response)
  }

  /** Publishes rows in place of the former ones. */
  publish(rows: readonly ServedRow[], at = this.lastModified): void {
    this.rows = [...rows]
    this.lastModified = at
    this.#revision += 1
  }

  /** Forgets the calls so far. */
  forget(): void {
    this.calls.length = 0
    this.notModified = 0
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Uint8Array[] = []
    for await (const part of request) parts.push(Bytes.parse(part))
    const url = new URL(request.url ?? '/', this.origin)
    this.calls.push(decodeURIComponent(url.pathname + url.search))
    const wrong = this.#faulty(response)
    if (wrong === 'handled') return
    const etag = `"${this.#revision}"`
    if (this.token !== null && request.headers['x-app-token'] !== this.token)
      return this.#send(response, { status: 403, body: 'Invalid app token' })
    if (this.fault === null && this.#isKnown(request, etag)) {
      this.notModified += 1
      return this.#send(response, { status: 304, headers: this.hasTags ? { etag } : {}, body: '' })
    }
    const text = Buffer.concat(parts).toString('utf8')
    if (this.refuses?.test(`${decodeURIComponent(url.search)}${text}`) === true)
      return this.#send(response, { status: 500, body: 'Internal error' })
    const answer = this.#answer(url, text)
    const modified = this.fault === 'clock-skew' ? new Date('2031-01-01T00:00:00Z') : this.lastModified
    const headers = {
      ...(this.hasTags && { etag }),
      'last-modified': modified.toUTCString(),
      ...answer.headers,
    }
    const body =
      this.fault === 'truncated' ? answer.body.slice(0, Math.floor(answer.body.length / 2)) : answer.body
    this.#send(response, { ...answer, headers, body })
  }

  /** As HTTP has it: the time of change only counts without an entity tag. */
  #isKnown({ headers }: IncomingMessage, etag: string): boolean {
    const tag = headers['if-none-match']
    if (tag !== undefined) return this.hasTags && tag === etag
    const since = Date.parse(headers['if-modified-since'] ?? '')
    return Math.floor(this.lastModified.getTime() / 1_000) * 1_000 <= since
  }

  #send(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
    if (this.fault === 'cut-off') {
      response.writeHead(status, { ...headers, 'content-length': String(body.length + 100) })
      response.write(body, () => response.destroy())
      return
    }
    response.writeHead(status, headers).end(body)
  }

  /** Answers for faults that need no rows. */
  #faulty(response: ServerResponse): 'handled' | null {
    switch (this.fault) {
      case 'timeout':
        return 'handled'
      case '429':
        response.writeHead(429, { 'retry-after': '3600' }).end('Slow down')
        return 'handled'
      case '500':
        response.writeHead(500).end('Internal error')
        return 'handled'
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Down</title>')
        return 'handled'
      case 'redirect-inside':
        response
          .writeHead(302, { location: `${this.origin.replace('127.0.0.1', 'localhost')}/internal` })
          .end()
        return 'handled'
      case 'revoked-token':
        response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":true}')
        return 'handled'
      default:
        return null
    }
  }

  get #served(): ServedRow[] {
    if (this.fault === 'dry') return []
    if (this.fault !== 'renamed-column') return this.rows
    return this.rows.map(({ status_current: status, ...row }) => ({ ...row, status_now: status }))
  }

  #answer(url: URL, body: string): Answer {
    if (url.pathname.startsWith('/resource/')) return this.#soda2(url.searchParams)
    if (url.pathname.startsWith('/api/v3/')) return this.#soda3(SodaQuery.parse(JSON.parse(body)))
    if (url.pathname.endsWith('/FeatureServer/0')) return this.#layer()
    if (url.pathname.endsWith('/FeatureServer/0/query')) return this.#features(url.searchParams)
    if (url.pathname.endsWith('/datastore_search')) return this.#ckan(url.searchParams)
    if (url.pathname.endsWith('.csv')) return this.#csv()
    return { status: 404, body: 'Not found' }
  }

  get #columns(): string[] {
    const names = new Set(this.#served.flatMap((row) => Object.keys(row)))
    return [...names].filter((name) => !name.startsWith(':'))
  }

  #soda2(query: URLSearchParams): Answer {
    const found = this.#served.filter(conditionOf(query.get('$where') ?? ''))
    const offset = Number(query.get('$offset') ?? 0)
    const limit = Math.min(Number(query.get('$limit') ?? 1_000), 50_000)
    const page = ordered(found, query.get('$order') ?? ':id').slice(offset, offset + limit)
    return json(page.map((row) => only(row, query.get('$select') ?? '')))
  }

  #soda3({ query, page }: z.infer<typeof SodaQuery>): Answer {
    const where = clause(query, /WHERE (.*?)(?: ORDER BY .*)?$/s)
    const order = clause(query, /ORDER BY (.*?)(?: LIMIT \d+)?$/s)
    const found = ordered(this.#served.filter(conditionOf(where)), order === '' ? ':id' : order)
    const from = (page.pageNumber - 1) * page.pageSize
    const select = clause(query, /^SELECT (.*?)(?: WHERE| ORDER BY| LIMIT|$)/s)
    return json(found.slice(from, from + page.pageSize).map((row) => only(row, select)))
  }

  #layer(): Answer {
    const edited = this.fault === 'clock-skew' ? Date.parse('2031-01-01') : this.lastModified.getTime()
    return json({
      fields: this.#columns.map((name) => ({ name })),
      editingInfo: { lastEditDate: edited },
    })
  }

  #features(query: URLSearchParams): Answer {
    const found = this.#served.filter(conditionOf(query.get('where') ?? ''))
    const offset = Number(query.get('resultOffset') ?? 0)
    // The service caps a page below what is asked for.
    const page = found.slice(offset, offset + 40)
    return json({
      features: page.map((row) => ({ attributes: only(row, query.get('outFields') ?? '*') })),
      exceededTransferLimit: offset + page.length < found.length,
    })
  }

  #ckan(query: URLSearchParams): Answer {
    const filters = z.record(z.string(), z.array(z.string())).parse(JSON.parse(query.get('filters') ?? '{}'))
    const queries = z.record(z.string(), z.string()).parse(JSON.parse(query.get('q') ?? '{}'))
    const found = this.#served.filter(
      (row) =>
        Object.entries(filters).every(([name, values]) => values.includes(textOf(row[name]))) &&
        Object.entries(queries).every(([name, text]) => isFound(text)(textOf(row[name]))),
    )
    const offset = Number(query.get('offset') ?? 0)
    const limit = Math.min(Number(query.get('limit') ?? 100), 40)
    return json({
      success: true,
      result: {
        fields: this.#columns.map((id) => ({ id })),
        records: found.slice(offset, offset + limit),
        total: found.length,
      },
    })
  }

  #csv(): Answer {
    const columns = this.#columns
    const cell = (value: unknown) => `"${textOf(value).replaceAll('"', '""')}"`
    const lines = this.#served.map((row) => columns.map((name) => cell(row[name])).join(','))
    return {
      headers: { 'content-type': 'text/csv' },
      body: [(columns.length > 0 ? columns : ['permit_number', 'status_current']).join(','), ...lines].join(
        '\n',
      ),
    }
  }
}

/** Feeds that tests open one by one and close together. */
export class OpenedFeeds {
  readonly #feeds: FeedServer[] = []

  /** A local feed with these rows. */
  async open(rows: readonly ServedRow[] = []): Promise<FeedServer> {
    const feed = new FeedServer(rows)
    await feed.listen()
    this.#feeds.push(feed)
    return feed
  }

  async close(): Promise<void> {
    for (const feed of this.#feeds) await feed.close()
  }
}

import { Refusal } from '@portal/contract'
import { z } from 'zod'

/** Parallel requests per mailbox; Exchange refuses a fifth. */
const maxAtOnce = 4
/** Maximum number of attempts of a throttled request. */
const maxTries = 5
/** Upper bound for the pause that Microsoft asks for. */
const maxPauseMs = 60_000

/** Access to a mailbox: the person's own with their token, a shared one with the portal's token. */
export interface GraphAccess {
  token: string
  /** `/me`, or `/users/{address}`. */
  root: string
}

export interface GraphClientOptions {
  /** Includes the version, such as `https://graph.microsoft.com/v1.0`. */
  baseUrl: string
  /** `fresh`: the last token was refused. */
  access: (mailbox: string, fresh: boolean) => Promise<GraphAccess>
  wait: (ms: number) => Promise<void>
}

export interface GraphRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to the mailbox's root, or the full URL of a next page. */
  path: string
  query?: Readonly<Record<string, string>>
  json?: unknown
  /** A body other than JSON, with its media type. */
  body?: { type: string; bytes: string | Uint8Array<ArrayBuffer> }
  headers?: Readonly<Record<string, string>>
}

const Problem = z.object({ error: z.object({ code: z.string() }) })

/** An error response of Microsoft Graph. `code` is for decisions in code, never for display. */
export class GraphError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`Microsoft Graph answered ${status} ${code}`)
    this.name = 'GraphError'
    this.status = status
    this.code = code
  }
}

/** No response arrived: it is unknown whether the request was executed. */
export class GraphSilence extends Error {
  constructor(cause: unknown) {
    super('Microsoft Graph did not answer', { cause })
    this.name = 'GraphSilence'
  }
}

/** Converts an error of Graph to a message for people; any other error is returned unchanged. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof GraphSilence)
    return new Refusal('unavailable', 'Microsoft is not responding. Try again later.')
  if (!(error instanceof GraphError)) return error
  const { status } = error
  if (status === 413) return new Refusal('too-large', 'The message is too large for Microsoft.')
  if (status === 401 || status === 403)
    return new Refusal(
      'forbidden',
      'The portal has no access to this mailbox at Microsoft. Sign in with Microsoft again.',
    )
  if (status === 404) return new Refusal('not-found', 'Mailbox or message not found at Microsoft.')
  return new Refusal('unavailable', 'Microsoft is temporarily unavailable. Try again later.')
}

const isTransient = (status: number) => status === 429 || status === 503 || status === 504

function pauseOf(response: Pick<Response, 'headers'>, tried: number): number {
  const asked = Number(response.headers.get('retry-after'))
  return Math.min(
    maxPauseMs,
    Number.isFinite(asked) && asked > 0 ? asked * 1_000 : 2 ** tried * 500 + Math.random() * 250,
  )
}

/** Limits parallel work; the rest waits in order. */
class Gate {
  #free = maxAtOnce
  readonly #waiting: (() => void)[] = []

  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}

/** Client of Microsoft Graph, per mailbox: four parallel requests, pauses as requested, immutable ids. */
export class GraphClient {
  readonly #options: GraphClientOptions
  readonly #gates = new Map<string, Gate>()

  constructor(options: GraphClientOptions) {
    this.#options = options
  }

  /** The response of a successful request. Throws GraphError, or GraphSilence when no response arrived. */
  async send(mailbox: string, request: GraphRequest): Promise<Response> {
    const gate = this.#gates.get(mailbox) ?? new Gate()
    this.#gates.set(mailbox, gate)
    return gate.pass(() => this.#try(mailbox, request))
  }

  async json<Schema extends z.ZodType>(
    mailbox: string,
    schema: Schema,
    request: GraphRequest,
  ): Promise<z.infer<Schema>> {
    const response: unknown = await (await this.send(mailbox, request)).json()
    return schema.parse(response)
  }

  /** All rows of a list, following its next links, up to `most`. */
  async all<Schema extends z.ZodType>(
    mailbox: string,
    schema: Schema,
    request: GraphRequest,
    max: number,
  ): Promise<z.infer<Schema>[]> {
    const Page = z.object({ value: z.array(schema), '@odata.nextLink': z.string().optional() })
    const rows: z.infer<Schema>[] = []
    for (let next: GraphRequest | null = request; next !== null && rows.length < max;) {
      const page: z.infer<typeof Page> = await this.json(mailbox, Page, next)
      rows.push(...page.value)
      const link: string | undefined = page['@odata.nextLink']
      next = link === undefined ? null : { path: link, ...(request.headers && { headers: request.headers }) }
    }
    return rows.slice(0, max)
  }

  async #try(mailbox: string, request: GraphRequest): Promise<Response> {
    let fresh = false
    for (let tried = 1; ; tried += 1) {
      const access = await this.#options.access(mailbox, fresh)
      const response = await this.#once(access, request)
      if (response.ok) return response
      const error = await toGraphError(response)
      if (response.status === 401 && !fresh) fresh = true
      else if (isTransient(response.status) && tried < maxTries)
        await this.#options.wait(pauseOf(response, tried))
      else throw error
    }
  }

  async #once(
    { token, root }: GraphAccess,
    { method = 'GET', path, query, json, body, headers }: GraphRequest,
  ): Promise<Response> {
    const { baseUrl } = this.#options
    const url = new URL(
      path.startsWith('/') ? `${baseUrl}${path.startsWith('/$batch') ? '' : root}${path}` : path,
    )
    // Next pages must have the same origin, so that the token is not sent to another host.
    if (url.origin !== new URL(baseUrl).origin) throw new GraphError(502, 'ForeignNextLink')
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    // Graph reads a plus literally; only forms use it for a space.
    url.search = url.search.replaceAll('+', '%20')
    const sent = body?.bytes ?? (json === undefined ? undefined : JSON.stringify(json))
    const type = body?.type ?? (json === undefined ? undefined : 'application/json')
    try {
      return await fetch(url, {
        method,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${token}`,
          prefer: 'IdType="ImmutableId"',
          ...(type !== undefined && { 'content-type': type }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
        signal: AbortSignal.timeout(60_000),
      })
    } catch (error) {
      throw new GraphSilence(error)
    }
  }
}

async function toGraphError(response: Response): Promise<GraphError> {
  const text = await response.text()
  return new GraphError(response.status, codeIn(text))
}

function codeIn(text: string): string {
  try {
    return Problem.parse(JSON.parse(text)).error.code
  } catch {
    return 'unknown'
  }
}

/** Undefined when Graph does not know the message; a malformed id is unknown too. */
export async function orAbsent<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof GraphError && (error.status === 404 || error.code === 'ErrorInvalidIdMalformed'))
      return undefined
    throw error
  }
}

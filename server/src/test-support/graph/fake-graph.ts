import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { bounceOf } from './fake-responses.ts'
import { FakeMailbox } from './fake-mailbox.ts'
import type { FakeMessage } from './fake-mailbox.ts'
import { answerMailbox, refused } from './fake-routes.ts'
import type { FakeResponse, FakeCall } from './fake-routes.ts'

const maxAtOnce = 4
const Batch = z.object({
  requests: z
    .array(
      z.object({
        id: z.string(),
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).optional(),
        body: z.unknown().optional(),
      }),
    )
    .max(20),
})

export interface FakeGraph {
  /** Value for GRAPH_BASE_URL. */
  baseUrl: string
  mailboxes: Map<string, FakeMailbox>
  /**
   * Adds a mailbox and returns the token for it as `/me`. `appToken` gives access to all as
   * `/users/{address}`.
   */
  addMailbox(address: string): { mailbox: FakeMailbox; token: string }
  appToken: string
  /** All requests, as `METHOD /path`, including batched ones. */
  requests: string[]
  /** Messages sent to addresses without a mailbox here. */
  outgoing: { to: string; message: FakeMessage }[]
  /** Addresses that do not exist: messages to them bounce. */
  bouncing: Set<string>
  /** How long an accepted message is in neither Drafts nor Sent Items. */
  transportMs: number
  /** Answers the next requests with 429 and this Retry-After. */
  throttleNext(count: number, seconds: number): void
  /**
   * Breaks the connection of the next send request before or after it is executed. With `late` it is
   * accepted,
   * but the message stays a draft until it was looked up six times or somebody deletes it.
   */
  cutNextSend(when: Cut): void
  /** Executes the next send request, and responds only when the returned function is called. */
  holdNextSend(): () => void
  /** Invalidates all delta tokens issued so far. */
  expireDelta(): void
  /** Refuses each access token issued so far once. */
  refuseTokens(): void
  close(): Promise<void>
}

type Cut = 'before' | 'after' | 'late'

interface State {
  throttled: { count: number; seconds: number }
  cut: Cut | null
  /** An accepted message that is still a draft. */
  late: { looks: number; start: (() => void) | null } | null
  held: Promise<void> | null
  refusals: number
  deltaEpoch: number
}

/**
 * A local, in-memory Microsoft Graph for mail. It behaves as documented and as users report: paging, 429,
 * four parallel requests, ids that change with a move, late Sent Items, expired delta tokens, bounces.
 */
export async function startFakeGraph(): Promise<FakeGraph> {
  const mailboxes = new Map<string, FakeMailbox>()
  const tokens = new Map<string, string>()
  const underWay = new Map<string, number>()
  const state: State = {
    throttled: { count: 0, seconds: 0 },
    cut: null,
    late: null,
    held: null,
    refusals: 0,
    deltaEpoch: 1,
  }
  const uploads: FakeCall['uploads'] = new Map()
  const pending = new Set<Promise<void>>()

  /**
   * Transports a message: it leaves Drafts immediately and is in no folder for a while. Then it appears in
   * Sent Items, and is delivered or bounces.
   */
  function transport(from: FakeMailbox, message: FakeMessage): void {
    if (state.late?.start === null) state.late.start = () => carry(from, message)
    else carry(from, message)
  }

  /** Starts the message of a late send request when its time has come. */
  function passLateSend({ method, url }: { method: string; url: URL }): void {
    const { late } = state
    if (late === null || late.start === null) return
    if ((url.searchParams.get('$filter') ?? '').startsWith('internetMessageId')) late.looks -= 1
    if (method !== 'DELETE' && late.looks > 0) return
    late.start()
    state.late = null
  }

  function carry(from: FakeMailbox, message: FakeMessage): void {
    message.isTravelling = true
    const travel = async () => {
      await wait(graph.transportMs)
      message.isTravelling = false
      message.isDraft = false
      message.isRead = true
      message.received = new Date()
      from.move(message, 'sentitems')
      for (const { address } of [...message.to, ...message.cc, ...message.bcc]) {
        const target = mailboxes.get(address.toLowerCase())
        if (target !== undefined)
          await target.put(message.raw, 'inbox', { bcc: [], attachments: message.attachments })
        else if (graph.bouncing.has(address)) await from.put(bounceOf(message, address), 'inbox')
        else graph.outgoing.push({ to: address, message })
      }
    }
    const going = travel().finally(() => pending.delete(going))
    pending.add(going)
  }

  function openedBy(path: string, authorization: string): { mailbox: FakeMailbox; rest: string } | null {
    const token = authorization.replace('Bearer ', '')
    const [, who = '', rest = ''] = /^\/(me|users\/[^/]+)(\/.*)$/.exec(path) ?? []
    const address =
      who === 'me' ? tokens.get(token) : decodeURIComponent(who.slice('users/'.length)).toLowerCase()
    const mailbox = mailboxes.get(address ?? '')
    const isOpen = who === 'me' ? mailbox !== undefined : token === graph.appToken
    return mailbox === undefined || !isOpen ? null : { mailbox, rest }
  }

  async function answer(
    call: Omit<FakeCall, 'mailbox' | 'rest' | 'uploads' | 'transport' | 'origin' | 'deltaEpoch'>,
  ): Promise<FakeResponse> {
    graph.requests.push(`${call.method} ${call.url.pathname}`)
    const opened = openedBy(call.url.pathname.replace(/^\/v1\.0/, ''), call.authorization)
    if (opened === null) return refused(401, 'InvalidAuthenticationToken')
    const { address } = opened.mailbox
    if ((underWay.get(address) ?? 0) >= maxAtOnce)
      return refused(429, 'ApplicationThrottled', { 'Retry-After': '1' })
    underWay.set(address, (underWay.get(address) ?? 0) + 1)
    try {
      await wait(1)
      return await answerMailbox({
        ...call,
        ...opened,
        uploads,
        transport,
        origin,
        deltaEpoch: state.deltaEpoch,
      })
    } finally {
      underWay.set(address, (underWay.get(address) ?? 1) - 1)
    }
  }

  async function respondToBatch(body: Buffer, authorization: string): Promise<FakeResponse> {
    const parsed = Batch.safeParse(JSON.parse(body.toString('utf8')))
    if (!parsed.success) return refused(400, 'BadRequest')
    const responses: unknown[] = []
    for (const { id, method, url, headers = {}, body: part } of parsed.data.requests) {
      const bytes = Buffer.from(part === undefined ? '' : JSON.stringify(part))
      const preferred = headers['Prefer'] ?? ''
      const one = {
        method,
        url: new URL(`${origin}/v1.0${url}`),
        authorization,
        prefer: preferred,
        contentType: 'application/json',
        body: bytes,
      }
      const answered = await answer({ ...one, contentRange: null })
      responses.push({ id, status: answered.status, headers: answered.headers, body: answered.json })
    }
    // Graph returns batched responses in any order.
    return { status: 200, headers: {}, json: { responses: responses.toReversed() } }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', origin)
    const {
      authorization = '',
      prefer = '',
      'content-type': contentType = '',
      'content-range': contentRange = null,
    } = request.headers
    const isSend = url.pathname.endsWith('/send')
    const { cut, held } = isSend ? state : { cut: null, held: null }
    if (isSend) Object.assign(state, { cut: null, held: null })
    if (cut === 'before') return void request.socket.destroy()
    if (cut === 'late') state.late = { looks: 6, start: null }
    passLateSend({ method: request.method ?? 'GET', url })
    const isPart = url.pathname.startsWith('/upload/')
    let answered: FakeResponse
    if (state.throttled.count > 0 && !isPart) {
      state.throttled.count -= 1
      answered = refused(429, 'TooManyRequests', { 'Retry-After': String(state.throttled.seconds) })
    } else if (state.refusals > 0 && !isPart) {
      state.refusals -= 1
      answered = refused(401, 'InvalidAuthenticationToken')
    } else if (url.pathname.endsWith('/$batch')) answered = await respondToBatch(body, authorization)
    else {
      const preferred = Array.isArray(prefer) ? prefer.join(', ') : prefer
      const call = {
        method: request.method ?? 'GET',
        url,
        authorization,
        prefer: preferred,
        contentType,
        contentRange,
        body,
      }
      answered = isPart ? await answerPart(call) : await answer(call)
    }
    if (cut === 'after' || cut === 'late') return void request.socket.destroy()
    await held
    response.writeHead(answered.status, { 'request-id': randomBytes(8).toString('hex'), ...answered.headers })
    response.end(answered.bytes ?? (answered.json === undefined ? undefined : JSON.stringify(answered.json)))
  }

  /** Accepts a part of a large attachment. The upload URL itself grants access. */
  async function answerPart(call: {
    url: URL
    authorization: string
    contentRange: string | null
    body: Buffer
  }): Promise<FakeResponse> {
    const upload = uploads.get(call.url.pathname)
    if (upload === undefined) return refused(404, 'uploadSessionNotFound')
    if (call.authorization !== '') return refused(401, 'InvalidAuthenticationToken')
    const [, from = '', to = '', total = ''] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(call.contentRange ?? '') ?? []
    const isNext =
      Number(from) === upload.bytes.length &&
      Number(to) - Number(from) + 1 === call.body.length &&
      Number(total) === upload.size
    if (!isNext || call.body.length > 4 * 1_048_576) return refused(416, 'invalidRange')
    upload.bytes = Buffer.concat([upload.bytes, call.body])
    if (upload.bytes.length < upload.size)
      return { status: 200, headers: {}, json: { nextExpectedRanges: [String(upload.bytes.length)] } }
    uploads.delete(call.url.pathname)
    upload.finish(upload.bytes)
    return { status: 201, headers: { location: `${origin}/attachment` } }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const origin = `http://127.0.0.1:${port}`
  const graph: FakeGraph = {
    baseUrl: `${origin}/v1.0`,
    mailboxes,
    addMailbox(address) {
      const key = address.toLowerCase()
      const mailbox = mailboxes.get(key) ?? new FakeMailbox(key)
      mailboxes.set(key, mailbox)
      const token = `token-${randomBytes(6).toString('hex')}`
      tokens.set(token, key)
      return { mailbox, token }
    },
    appToken: `app-${randomBytes(6).toString('hex')}`,
    requests: [],
    outgoing: [],
    bouncing: new Set(),
    transportMs: 20,
    throttleNext: (count, seconds) => {
      state.throttled = { count, seconds }
    },
    cutNextSend: (when) => {
      state.cut = when
    },
    holdNextSend: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.held = promise
      return resolve
    },
    expireDelta: () => {
      state.deltaEpoch += 1
    },
    refuseTokens: () => {
      state.refusals = 1
    },
    async close() {
      await Promise.all(pending)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return graph
}

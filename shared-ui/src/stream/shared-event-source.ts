import { streamEvents } from '@portal/contract'
import { z } from 'zod'
import { logQuietly } from './quiet-log.ts'

/**
 * Messages between the tabs of one browser: a server event, a gap (events may have been missed), the
 * connection state, and `hello` from a new tab, which asks for the current state.
 */
const Told = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello') }),
  z.object({ kind: z.literal('event'), name: z.enum(streamEvents), data: z.string() }),
  z.object({ kind: z.literal('gap') }),
  z.object({ kind: z.literal('connection'), isUp: z.boolean() }),
])
type Told = z.infer<typeof Told>

const firstPauseMs = 5_000
const maxPauseMs = 60_000

interface Connection {
  close: () => void
}

/**
 * Keeps one connection open. The browser reconnects and sends the last event id automatically. It gives up
 * after a response that is not a stream; this function then connects again, with increasing pauses.
 */
function connect(tell: (told: Told) => void): Connection {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = firstPauseMs
  let isFresh = false

  const open = () => {
    const opened = new EventSource('/api/stream')
    source = opened
    let isLost = false
    // After the first event the browser has a last event id to send on reconnect. The server then sends the
    // missed events or a reset.
    let hasPosition = false
    opened.addEventListener('open', () => {
      if (isFresh || (isLost && !hasPosition)) tell({ kind: 'gap' })
      tell({ kind: 'connection', isUp: true })
      isFresh = false
      isLost = false
      pauseMs = firstPauseMs
    })
    opened.addEventListener('error', () => {
      isLost = true
      tell({ kind: 'connection', isUp: false })
      if (opened.readyState !== EventSource.CLOSED) return
      logQuietly(`no stream at the moment, next try in ${pauseMs / 1000} s`)
      // A new connection does not send the last event id of the old one.
      isFresh = true
      timer = setTimeout(open, pauseMs)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    })
    for (const name of streamEvents) {
      opened.addEventListener(name, (event: MessageEvent<unknown>) => {
        hasPosition = true
        if (typeof event.data === 'string') tell({ kind: 'event', name, data: event.data })
      })
    }
  }
  open()
  return {
    close: () => {
      clearTimeout(timer)
      source?.close()
    },
  }
}

export interface StreamListener {
  onEvent: (name: (typeof streamEvents)[number], data: unknown) => void
  /** Events may have been missed, so everything on screen may be outdated. */
  onGap: () => void
  /** True while the stream is connected. */
  onConnection: (isUp: boolean) => void
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    logQuietly('an event was no JSON')
    return null
  }
}

/**
 * Listens to the server's events for one user. All tabs of the browser share one connection: the tab that
 * holds a lock is connected and broadcasts the events; when it closes, the next tab takes over. Without the
 * Web Locks API (http on a host other than localhost) each tab connects separately. Returns a function that
 * stops it. Source: contract.md 7.
 */
export function listenToStream(person: string, { onEvent, onGap, onConnection }: StreamListener): () => void {
  const name = `portal-stream-${person}`
  const channel = new BroadcastChannel(name)
  /**
   * In the connected tab: the last event with the configuration's version, for tabs that are opened later.
   */
  let configuration: Told | null = null
  const hear = (told: Told) => {
    if (told.kind === 'hello') {
      if (configuration !== null) channel.postMessage(configuration)
    } else if (told.kind === 'gap') onGap()
    else if (told.kind === 'connection') onConnection(told.isUp)
    else onEvent(told.name, jsonIn(told.data))
  }
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    const told = Told.safeParse(event.data)
    if (told.success) hear(told.data)
  })
  const tell = (told: Told) => {
    if (told.kind === 'event' && told.name === 'config') configuration = told
    hear(told)
    channel.postMessage(told)
  }
  channel.postMessage({ kind: 'hello' } satisfies Told)
  const stopped = Promise.withResolvers<void>()
  const waiting = new AbortController()
  let connection: Connection | null = null
  const lead = () => {
    connection = connect(tell)
    return stopped.promise
  }
  const startedAtMs = Date.now()
  const takeOver = async () => {
    // A tab that waited for the lock may have missed events during the takeover.
    if (Date.now() - startedAtMs > 1_000) tell({ kind: 'gap' })
    await lead()
  }
  if ('locks' in navigator)
    navigator.locks.request(name, { signal: waiting.signal }, takeOver).catch(() => undefined)
  else void lead()

  return () => {
    waiting.abort()
    connection?.close()
    stopped.resolve()
    channel.close()
  }
}

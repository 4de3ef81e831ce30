import { streamEvents } from '@portal/contract'
import { z } from 'zod'
import { logQuietly } from './quiet-log.ts'

/**
 * What the tabs of one browser tell each other: an event of the server, that some may have been missed, or
 * whether any arrive at all; and a tab that has just come, that it knows nothing yet.
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
 * One connection, for as long as it is wanted. The browser reconnects by itself and says what it saw last; an
 * answer that was no stream makes it give up, so that is tried again here, ever more slowly.
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
    // With the first event the browser knows where it is, and says so when it comes back: the server then
    // tells the rest, or a reset.
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
      // A new connection does not say what the old one saw last.
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
  /** Events may have been missed: everything on screen may be old. */
  onGap: () => void
  /** Whether events arrive at the moment. */
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
 * Listens to the server's events for one person. All tabs of the browser share one connection: the tab that
 * holds a lock has it and passes on what comes; when it goes, the next one takes over. Without locks (an http
 * address off this machine) each tab has its own. Answers how to stop. Source: contract.md 7.
 */
export function listenToStream(person: string, { onEvent, onGap, onConnection }: StreamListener): () => void {
  const name = `portal-stream-${person}`
  const channel = new BroadcastChannel(name)
  /**
   * In the tab that has the connection: the configuration's version as it was told last, for tabs that come
   * later.
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
    // Whoever waited for the place of another tab may have missed what came in between.
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

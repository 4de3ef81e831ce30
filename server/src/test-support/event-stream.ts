import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface StreamEvent {
  id: string
  event: string
  data: unknown
}

export interface EventStream {
  response: Response
  /** The first event of a new stream; rejects if the stream ends before. A resumed stream has none. */
  beginning: Promise<StreamEvent>
  /**
   * The next event after the beginning. With a name, skips events until one has it. Rejects after `withinMs`.
   */
  next(event?: string, withinMs?: number): Promise<StreamEvent>
  /** All received events that were not read yet. */
  rest(): StreamEvent[]
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

function toEvent(block: string): StreamEvent | null {
  const fields = Object.fromEntries(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(': ')
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  const { id = '', event, data } = fields
  return event === undefined || data === undefined ? null : { id, event, data: JSON.parse(data) }
}

/** Starts to listen on a free port if necessary, and returns the URL. */
export async function listenAnywhere(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The application listens on no port.')
  return `http://127.0.0.1:${address.port}`
}

/** Opens `/api/stream` of an application or URL as a browser does, with this Cookie header. */
export async function openStream(
  app: FastifyInstance | string,
  cookie: string,
  lastEventId?: string,
): Promise<EventStream> {
  const controller = new AbortController()
  const headers = {
    cookie,
    accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  const response = await fetch(`${typeof app === 'string' ? app : await listenAnywhere(app)}/api/stream`, {
    headers,
    signal: controller.signal,
  })
  const events: StreamEvent[] = []
  let arrived = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<StreamEvent>()
  let isBegun = lastEventId !== undefined
  const ended = (async () => {
    let text = ''
    if (!response.ok || response.body === null) return
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n')
      text = blocks.pop() ?? ''
      const come = blocks.map(toEvent).filter((event) => event !== null)
      const [first] = come
      if (!isBegun && first !== undefined) {
        isBegun = true
        begun.resolve(first)
        come.shift()
      }
      events.push(...come)
      arrived.resolve()
      arrived = Promise.withResolvers()
    }
  })()
    .catch((error: unknown) => {
      if (!controller.signal.aborted) throw error
    })
    .finally(() => begun.reject(new Error('the stream ended before its first event')))
  begun.promise.catch(() => undefined)
  return {
    response,
    beginning: begun.promise,
    async next(event, withinMs = 5_000) {
      const late = AbortSignal.timeout(withinMs)
      for (;;) {
        const index = events.findIndex((each) => event === undefined || each.event === event)
        const [found] = index < 0 ? [] : events.splice(0, index + 1).slice(-1)
        if (found !== undefined) return found
        const more = arrived.promise
        await Promise.race([
          more,
          new Promise((_resolve, reject) =>
            late.addEventListener(
              'abort',
              () => reject(new Error(`no event ${event ?? ''} within ${withinMs} ms`)),
              { once: true },
            ),
          ),
        ])
      }
    },
    rest: () => events.splice(0),
    ended,
    close: () => controller.abort(),
  }
}

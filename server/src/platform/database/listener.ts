import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

export type OnMessage = (payload: string) => void

/** Receives notifications; see `Database.listen`. */
export interface DatabaseListener {
  listen(channel: string, onMessage: OnMessage): Promise<() => Promise<void>>
  close(): Promise<void>
}

const firstRetryMs = 200
const maxRetryMs = 5_000

/** The listeners of each channel. */
class Subscriptions {
  readonly #byChannel = new Map<string, Set<OnMessage>>()

  channels(): string[] {
    return [...this.#byChannel.keys()]
  }
  /** True when the channel is new. */
  add(channel: string, onMessage: OnMessage): boolean {
    const listeners = this.#byChannel.get(channel)
    if (listeners) {
      listeners.add(onMessage)
      return false
    }
    this.#byChannel.set(channel, new Set([onMessage]))
    return true
  }
  /** True when the channel has no listener left. */
  remove(channel: string, onMessage: OnMessage): boolean {
    const listeners = this.#byChannel.get(channel)
    listeners?.delete(onMessage)
    return listeners?.size === 0 && this.#byChannel.delete(channel)
  }
  tell(channel: string, payload: string): void {
    for (const onMessage of this.#byChannel.get(channel) ?? []) onMessage(payload)
  }
}

/** Channel names are part of the SQL text, so only lower-case letters and underscores are allowed. */
function checkChannel(channel: string): string {
  if (!/^[a-z_]{1,40}$/.test(channel)) throw new Error(`${channel} is not a channel name`)
  return channel
}

/**
 * Listens on a dedicated connection and reconnects when it breaks. After a reconnect every listener is called
 * once with an empty payload, so that it reads its table again.
 */
export function createListener(
  connect: () => Promise<pg.Client>,
  onLost: (error: Error) => void,
): DatabaseListener {
  const subscriptions = new Subscriptions()
  let client: Promise<pg.Client> | null = null
  let closed = false

  async function open(): Promise<pg.Client> {
    const opened = await connect()
    opened.on('notification', (message) => subscriptions.tell(message.channel, message.payload ?? ''))
    opened.on('error', onLost)
    opened.on('end', () => {
      client = null
      if (!closed) void reopen()
    })
    for (const channel of subscriptions.channels()) await opened.query(`listen ${channel}`)
    return opened
  }

  async function reopen(): Promise<void> {
    for (let delayMs = firstRetryMs; !closed; delayMs = Math.min(delayMs * 2, maxRetryMs)) {
      await wait(delayMs, undefined, { ref: false })
      client ??= open()
      const opened = await client.catch((error: unknown) => {
        onLost(error instanceof Error ? error : new Error(String(error)))
        client = null
        return null
      })
      if (opened) {
        for (const channel of subscriptions.channels()) subscriptions.tell(channel, '')
        return
      }
    }
  }

  return {
    async listen(channel, onMessage) {
      const isNew = subscriptions.add(checkChannel(channel), onMessage)
      if (client === null) {
        client = open()
        await client
      } else if (isNew) await (await client).query(`listen ${channel}`)
      return async () => {
        if (subscriptions.remove(channel, onMessage) && client !== null && !closed)
          await (await client).query(`unlisten ${channel}`)
      }
    },
    async close() {
      closed = true
      if (client !== null) await (await client).end()
    },
  }
}

/** Listens on the single session of PGlite, which receives its own notifications. */
export function createSessionListener(pool: pg.Pool): DatabaseListener {
  const subscriptions = new Subscriptions()
  pool.on('connect', (client) => {
    client.on('notification', (message) => subscriptions.tell(message.channel, message.payload ?? ''))
  })
  return {
    async listen(channel, onMessage) {
      if (subscriptions.add(checkChannel(channel), onMessage)) await pool.query(`listen ${channel}`)
      return async () => {
        if (subscriptions.remove(channel, onMessage) && !pool.ending) await pool.query(`unlisten ${channel}`)
      }
    },
    async close() {},
  }
}

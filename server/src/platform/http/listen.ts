import { createServer, isIPv6 } from 'node:net'
import type { Server } from 'node:net'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { Environment } from '#platform/environment/environment.ts'

type Address = Pick<Environment, 'port' | 'host'>

const sentences: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port }) => `PORT ${port} is taken by another program: stop it, or start with another PORT.`,
  EACCES: ({ port }) => `PORT ${port} may not be opened by this user: choose one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is no address of this machine: correct it, or leave it out.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is no name this machine knows: correct it, or leave it out.`,
}

/** Runs `listen` and turns the errors an operator can fix into a StartRefusal. */
export async function listenOn(
  address: Address,
  listen: (address: Address) => Promise<unknown> | undefined,
): Promise<void> {
  try {
    await listen(address)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const sentence = sentences[code]
    throw sentence === undefined ? error : new StartRefusal(sentence(address))
  }
}

/**
 * The addresses to listen on for a host. `localhost` means each of its addresses that this machine has, since
 * browsers and programs choose differently between them. Any other host is one address.
 */
export async function addressesOf(host: string): Promise<readonly [string, ...string[]]> {
  if (host !== 'localhost') return [host]
  const own = new Set(Object.values(networkInterfaces()).flatMap((list) => list?.map((each) => each.address)))
  const named = (await lookup(host, { all: true })).map(({ address }) => address)
  const [first = host, ...further] = new Set(named.filter((address) => !isIPv6(address) || own.has(address)))
  return [first, ...further]
}

/** Opens the port and closes it again, so that a start on a taken port fails before anything is written. */
export async function requireFreePort(address: Address): Promise<void> {
  await listenOn(address, async ({ port, host }) => {
    for (const each of await addressesOf(host)) {
      const server = createServer().listen(port, each)
      await once(server, 'listening')
      server.close()
      await once(server, 'close')
    }
  })
}

interface Doors {
  /** 0 chooses a free one. */
  port: number
  addresses: Awaited<ReturnType<typeof addressesOf>>
  /** Whether other processes listen on the port too. */
  reusePort?: boolean
}

/**
 * Opens the port for requests on every address. The connections of all go to the one server of the
 * application: Fastify's own second server for `localhost` would miss the listeners on `app.server`, and a
 * stop would cut off its requests. Call it before `app.ready()`.
 */
export async function listenForRequests(
  app: FastifyInstance,
  { port, addresses: [first, ...further], reusePort = false }: Doors,
): Promise<void> {
  const doors: Server[] = []
  let closed: Promise<unknown> = Promise.resolve()
  app.addHook('preClose', async () => {
    closed = Promise.all(
      doors.map(async (door) => {
        door.close()
        await once(door, 'close')
      }),
    )
  })
  // Runs when the server has closed what is idle.
  app.addHook('onClose', () => closed)
  await app.listen({ port, host: first, ...(reusePort && { reusePort }) })
  const bound = app.server.address()
  const chosen = typeof bound === 'object' && bound !== null ? bound.port : port
  for (const each of further) {
    // The settings of a server of node:http.
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
      app.server.emit('connection', connection),
    )
    door.listen({ port: chosen, host: each, reusePort })
    await once(door, 'listening')
    doors.push(door)
  }
}

import { createServer } from 'node:net'
import { once } from 'node:events'
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

/** Opens the port and closes it again, so that a start on a taken port fails before anything is written. */
export async function requireFreePort(address: Address): Promise<void> {
  await listenOn(address, async ({ port, host }) => {
    const server = createServer().listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
  })
}

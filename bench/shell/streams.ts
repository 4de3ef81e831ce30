import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Process } from './two-servers.ts'

/** A session can have at most ten streams. */
const perSession = 10

function open(server: Process, cookie: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = get(
      `${server.origin}/api/stream`,
      { agent, headers: { cookie, accept: 'text/event-stream' } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`A stream answered ${response.statusCode}`))
        // The first bytes have arrived, so the stream is established.
        response.once('data', () => {
          response.resume()
          resolve(response)
        })
      },
    )
    asked.on('error', reject)
  })
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 3_000))

/**
 * Megabytes that `count` open streams add to a process after each stream has received `event`. Closes the
 * streams.
 */
export async function memoryOfStreams(
  server: Process,
  count: number,
  event: () => Promise<void>,
): Promise<number> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })
  const cookies: string[] = []
  for (let n = 0; n < count / perSession; n += 1) cookies.push(await server.signIn('team'))
  await settle()
  const before = server.memoryMb()
  const streams: IncomingMessage[] = []
  for (const cookie of cookies)
    streams.push(
      ...(await Promise.all(Array.from({ length: perSession }, () => open(server, cookie, agent)))),
    )
  const heard = Promise.all(streams.map((stream) => new Promise((resolve) => stream.once('data', resolve))))
  await event()
  await heard
  await settle()
  const added = server.memoryMb() - before
  for (const stream of streams) stream.destroy()
  agent.destroy()
  return added
}

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'

const builds = join(import.meta.dirname, '../../mfe-mail/dist')

/** A developer's machine that serves the mail team's build. */
export interface Developer {
  origin: string
  /** The requested paths. */
  asked: string[]
  stop(): void
}

/**
 * Starts a developer's machine: it serves the mail team's build with CORS, and records the requested paths.
 */
export async function givenDeveloper(): Promise<Developer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    asked.push(path)
    readFile(join(builds, path)).then(
      (bytes) => {
        const type = path.endsWith('.json') ? 'application/json' : 'text/javascript'
        response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': type }).end(bytes)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://localhost:${address.port}`, asked, stop }
}

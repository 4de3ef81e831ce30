import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { cookieOf, environmentOf, memoryOf, root, startPortal, stopped } from '../portal-process.ts'
import { send } from './load.ts'
import type { Answer, Call } from './load.ts'

/** The built portal, the baseline server and a signed-in administrator. */
export interface Servers {
  /** A call of `POST /api/crud` as the signed-in administrator. */
  crud(apiPath: string, method: string, query?: object, body?: object): Call
  call(path: string): Call
  limit(name: string, ...values: readonly (string | number)[]): Call
  /** Origin at which a browser opens the portal, and the session cookie. */
  origin: string
  cookie: string
  /** Resident memory of the portal's process, in megabytes. */
  memoryMb(): number
  close(): Promise<void>
}

/**
 * Seeds `rows` permits into `dataDir` and starts the portal and the baseline server on them. `statements` is
 * the URL of the module with the statements of the baseline.
 */
export async function startServers(
  dataDir: string,
  port: number,
  rows: number,
  statements = import.meta.resolve('./statements.ts'),
): Promise<Servers> {
  const portal = new URL(`http://127.0.0.1:${port}`)
  const env = environmentOf(port, dataDir)
  const seeding = spawn(
    process.execPath,
    [join(root, 'server/src/app/seed/main.ts'), '--rows', String(rows)],
    {
      env,
      stdio: 'inherit',
    },
  )
  const [code] = z.array(z.unknown()).parse(await once(seeding, 'exit'))
  if (code !== 0) throw new Error(`The seed ended with exit code ${String(code)}`)
  const server = await startPortal(port, dataDir)
  const limit = spawn(process.execPath, [join(import.meta.dirname, 'limit-server.ts'), dataDir, statements], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = z.array(z.unknown()).parse(await once(createInterface({ input: limit.stdout }), 'line'))
  const { port: limitPort } = z.object({ port: z.number() }).parse(JSON.parse(String(said)))
  const cookie = await cookieOf(portal)
  return {
    crud: (apiPath, method, query, body) => ({
      url: new URL('/api/crud', portal),
      method: 'POST',
      headers: { cookie },
      body: JSON.stringify({ apiPath, method, query, body }),
    }),
    call: (path) => ({ url: new URL(path, portal), headers: { cookie } }),
    limit: (name, ...values) => ({
      url: new URL(`/${name}`, `http://127.0.0.1:${limitPort}`),
      method: 'POST',
      body: JSON.stringify(values.map(String)),
    }),
    origin: `http://localhost:${port}`,
    cookie,
    memoryMb: () => memoryOf(server),
    async close() {
      await stopped(limit)
      await stopped(server)
    },
  }
}

/** Sends a call and returns its answer. Throws unless the status is 2xx. */
export async function responseOf(call: Call): Promise<Answer> {
  const agent = new Agent()
  try {
    const response = await send(agent, call)
    if (response.status >= 300) throw new Error(`${response.status} ${response.text.slice(0, 300)}`)
    return response
  } finally {
    agent.destroy()
  }
}

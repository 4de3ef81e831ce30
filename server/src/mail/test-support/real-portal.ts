import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { startKillable } from '#test-support/killable-server.ts'
import type { Person } from '#test-support/given.ts'

/** A complete portal with its own PostgreSQL and a signed-in team member. */
export async function startRealPortal(name: string, variables: Record<string, string>) {
  const server = await startKillable(name, variables)
  const { person, cookie } = await server.besides(async ({ given }) => {
    const made: Person = await given.user({ role: 'team' })
    return { person: made, cookie: await given.cookieOf(made) }
  })
  /** A mail call; rejects when there is no response. */
  const ask = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(server.url(`/api/mail/${path}`), {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    server,
    person,
    ask,
    /** Resident memory of the server process in megabytes; 0 when the system does not report it. */
    memoryMb(): number {
      if (!existsSync('/proc/self/status')) return 0
      const [, kilobytes = ''] =
        /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8')) ?? []
      return Number(kilobytes) / 1_024
    },
    /** The JSON of a successful response. */
    async call(method: string, path: string, body?: object, key = ''): Promise<unknown> {
      const response = await ask(method, path, body, key === '' ? {} : { 'idempotency-key': key })
      const text = await response.text()
      assert.ok(response.ok, `${response.status} ${text}`)
      return JSON.parse(text)
    },
  }
}

export type RealPortal = Awaited<ReturnType<typeof startRealPortal>>

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startTestApp } from '#test-support/start-test-app.ts'

const isBound = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

test('/metrics is closed to strangers also behind a proxy that sets no forwarded header', async () => {
  const metricsToken = 'metrics-token-of-the-test'
  const portal = await startTestApp({ environment: { metricsToken } })
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const proxy = createServer((incoming, outgoing) => {
    const { authorization } = incoming.headers
    const passed = ask(
      `${origin}${incoming.url ?? ''}`,
      { headers: { host: 'localhost:3000', ...(authorization !== undefined && { authorization }) } },
      (result) => {
        outgoing.writeHead(result.statusCode ?? 500)
        result.pipe(outgoing)
      },
    )
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  try {
    await once(proxy, 'listening')
    const address = proxy.address()
    assert.ok(isBound(address))
    const get = (headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${address.port}/metrics`, { headers })
    const stranger = await get()
    assert.equal(stranger.status, 401)
    assert.equal((await stranger.text()).includes('portal_'), false)
    const told = await get({ authorization: `Bearer ${metricsToken}` })
    assert.equal(told.status, 200)
    assert.match(await told.text(), /^portal_http_request_seconds_count\{.*status="401".*\} 1$/m)
  } finally {
    proxy.close()
    await portal.close()
  }
})

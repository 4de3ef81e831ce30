import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

test('99: a caller who sends the request headers too slowly gets 408 and is disconnected', async () => {
  const { port } = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  // The default is 20 s, which would be too long for a test.
  portal.app.server.headersTimeout = 300
  const socket = connect(Number(port), '127.0.0.1')
  let result = ''
  socket.on('data', (part) => (result += part.toString()))
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost:3000\r\nX-Slow: ')
  await once(socket, 'close')
  assert.match(result, /^HTTP\/1\.1 408 /)
})

test('94: no GET request changes anything: every route that writes needs another method', async () => {
  const team = await portal.given.user({ role: 'team' })
  for (const url of [
    '/api/auth/logout',
    '/api/auth/demo',
    '/api/crud',
    '/api/crud?apiPath=permits&method=POST',
    '/api/auth/webauthn/login/verify',
  ]) {
    const response = await portal.send({ method: 'GET', url }, team)
    assert.equal(response.statusCode, 404, url)
  }
  assert.equal((await portal.send({ method: 'GET', url: '/api/auth/me' }, team)).statusCode, 200)
})

test('no cache keeps a refusal, so that an asset that is missing now is asked for again', async () => {
  for (const url of ['/assets/none.js', '/remotes/mail/0.0.0/none.js', '/metrics', '/favicon.ico', '/none']) {
    const response = await portal.send({ method: 'GET', url })
    assert.ok(response.statusCode >= 400, url)
    assert.equal(response.headers['cache-control'], 'no-store', url)
  }
})

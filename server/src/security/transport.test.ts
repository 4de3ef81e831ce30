import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestApp } from '../test-support/start-test-app.ts'
import type { TestApp } from '../test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

test('99: a caller who sends the head of a request drop by drop is answered 408 and cut off', async () => {
  const { port } = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  // The product allows 20 s; the test does not wait that long.
  portal.app.server.headersTimeout = 300
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', (part) => (answer += part.toString()))
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost:3000\r\nX-Slow: ')
  await once(socket, 'close')
  assert.match(answer, /^HTTP\/1\.1 408 /)
})

test('94: no GET changes anything: every route that writes is reached by another method alone', async () => {
  const team = await portal.given.user({ role: 'team' })
  for (const url of [
    '/api/auth/logout',
    '/api/auth/demo',
    '/api/crud',
    '/api/crud?apiPath=permits&method=POST',
    '/api/auth/webauthn/login/verify',
  ]) {
    const answer = await portal.send({ method: 'GET', url }, team)
    assert.equal(answer.statusCode, 404, url)
  }
  assert.equal((await portal.send({ method: 'GET', url: '/api/auth/me' }, team)).statusCode, 200)
})

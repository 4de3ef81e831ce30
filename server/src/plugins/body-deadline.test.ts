import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { addBodyDeadline } from './body-deadline.ts'

/** Sends a byte of a body of 100 every 50 ms until the other side hangs up or all are sent; answers what came back. */
async function drip(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (part: Buffer) => (received += part.toString()))
  socket.on('error', () => undefined)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n`)
  const timer = setInterval(() => socket.write(' '), 50)
  await Promise.race([once(socket, 'close'), once(socket, 'data')])
  clearInterval(timer)
  socket.destroy()
  return received
}

test('S-28: a body that drips is hung up on after its time with 408, except where files are taken', async () => {
  const app = Fastify()
  addBodyDeadline(app, 400)
  const answered = async () => ({ isRead: true })
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: 1_000 }, (_request, body, done) => done(null, body))
  app.route({ method: 'POST', url: '/ordinary', config: { access: 'public' }, handler: answered })
  app.route({ method: 'POST', url: '/file', config: { access: 'public', slowBody: true }, handler: answered })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  try {
    const began = Date.now()
    assert.match(await drip(port, '/ordinary'), /^HTTP\/1\.1 408 /)
    assert.ok(Date.now() - began < 900)
    assert.match(await drip(port, '/file'), /^HTTP\/1\.1 200 /)
    const quick = await fetch(`http://127.0.0.1:${port}/ordinary`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    assert.equal(quick.status, 200)
  } finally {
    await app.close()
  }
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import Fastify from 'fastify'
import { addBodyDeadline } from './body-deadline.ts'

/** Shorter limits than in production. */
const limits = { wholeMs: 400, silenceMs: 300 }

interface Sending {
  path: string
  /** Value of content-length, or chunked encoding. */
  length: number | 'chunked'
  /** The parts of the body that are sent, one after the other. */
  parts: readonly string[]
  everyMs: number
}

/**
 * Sends a body in parts until the server responds or closes the connection. Returns what was received, the
 * elapsed time and whether the connection was closed.
 */
async function send(
  port: number,
  { path, length, parts, everyMs }: Sending,
): Promise<{ received: string; ms: number; isClosed: boolean }> {
  const began = Date.now()
  const socket = connect(port, '127.0.0.1')
  let [received, isClosed] = ['', false]
  socket.on('data', (part: Buffer) => (received += part.toString()))
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  const size = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${size}\r\n\r\n`,
  )
  const answered = Promise.race([once(socket, 'close'), once(socket, 'data')])
  const stop = new AbortController()
  const sendParts = async () => {
    for (const part of parts) {
      await sleep(everyMs, undefined, { signal: stop.signal })
      socket.write(part)
    }
  }
  const sent = sendParts().catch(() => undefined)
  await answered
  stop.abort()
  await sent
  const ms = Date.now() - began
  // A server that leaves the connection open does so for longer.
  if (received.includes(' 408 ')) await Promise.race([closed, sleep(5_000)])
  socket.destroy()
  return { received, ms, isClosed }
}

async function withServer(work: (port: number) => Promise<void>): Promise<void> {
  const app = Fastify()
  addBodyDeadline(app, limits)
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: 100_000 },
    (_request, body, done) => done(null, body),
  )
  app.route({
    method: 'POST',
    url: '/ordinary',
    config: { access: 'public' },
    handler: async () => ({ isRead: true }),
  })
  app.route({
    method: 'POST',
    url: '/file',
    config: { access: 'public', slowBody: true },
    handler: async () => ({ isRead: true }),
  })
  app.route({
    method: 'POST',
    url: '/refused',
    config: { access: 'public', slowBody: true },
    onRequest: async (_request, reply) => reply.code(401).send({ isRead: false }),
    handler: async () => ({ isRead: true }),
  })
  try {
    await work(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
  } finally {
    await app.close()
  }
}

const spaces = (count: number) => Array.from({ length: count }, () => ' ')

test('S-28: a body that arrives too slowly is closed with 408, except on routes that take files', () =>
  withServer(async (port) => {
    const ordinary = await send(port, { path: '/ordinary', length: 20, parts: spaces(20), everyMs: 50 })
    assert.match(ordinary.received, /^HTTP\/1\.1 408 /)
    assert.match(
      (await send(port, { path: '/file', length: 20, parts: spaces(20), everyMs: 50 })).received,
      /^HTTP\/1\.1 200 /,
    )
    const quick = await fetch(`http://127.0.0.1:${port}/ordinary`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(quick.status, 200)
  }))

test('F22: bodies that never end are closed with 408, on every route and with every encoding', () =>
  withServer(async (port) => {
    const stuck = Array.from({ length: 30 }, (_, at): Sending => {
      const path = at % 2 === 0 ? '/ordinary' : '/file'
      return at % 3 === 0
        ? { path, length: 'chunked', parts: ['a\r\n0123456789\r\n'], everyMs: 0 }
        : { path, length: 1_000, parts: ['0123456789'], everyMs: 0 }
    })
    for (const { received, isClosed } of await Promise.all(stuck.map((each) => send(port, each)))) {
      assert.match(received, /^HTTP\/1\.1 408 /)
      assert.ok(isClosed)
    }
  }))

test('F22: a large file on a slow connection is accepted while bytes keep arriving', () =>
  withServer(async (port) => {
    const { received, ms } = await send(port, { path: '/file', length: 30, parts: spaces(30), everyMs: 60 })
    assert.match(received, /^HTTP\/1\.1 200 /)
    assert.ok(ms > limits.wholeMs && ms > limits.silenceMs * 4, `${ms} ms`)
  }))

test('F22: a request that is refused before its body is read does not keep the connection open', () =>
  withServer(async (port) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (part: Buffer) => (received += part.toString()))
    socket.write(
      'POST /refused HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n0123456789',
    )
    await once(socket, 'close', { signal: AbortSignal.timeout(5_000) })
    assert.match(received, /^HTTP\/1\.1 401 /)
    assert.doesNotMatch(received, /408/)
  }))

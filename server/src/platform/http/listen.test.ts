import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import Fastify from 'fastify'
import { hasIpv6, withIpv6 } from '#test-support/ipv6.ts'
import { addressesOf, listenForRequests } from './listen.ts'
import { addSpareConnections } from './spare-connections.ts'

const addresses = ['127.0.0.1', '::1'] as const

function portOf(app: ReturnType<typeof Fastify>): number {
  const bound = app.server.address()
  assert.ok(typeof bound === 'object' && bound !== null)
  return bound.port
}

test('localhost is each of its addresses that this machine has, any other host is one address', async () => {
  assert.deepEqual(await addressesOf('0.0.0.0'), ['0.0.0.0'])
  assert.deepEqual(await addressesOf('portal.example.org'), ['portal.example.org'])
  const named = await addressesOf('localhost')
  assert.equal(new Set(named).size, named.length)
  assert.ok(named.every((address) => address.startsWith('127.') || (address === '::1' && hasIpv6)))
})

test(
  'a stop ends unused connections to every address at once',
  { ...withIpv6, timeout: 60_000 },
  async (context) => {
    const app = Fastify()
    context.after(() => app.close())
    addSpareConnections(app)
    await listenForRequests(app, { port: 0, addresses })
    const unused = addresses.map((address) => connect(portOf(app), address).resume())
    await Promise.all(unused.map((socket) => once(socket, 'connect')))
    const ended = Promise.all(unused.map((socket) => once(socket, 'close')))
    await app.close()
    await ended
  },
)

test('a stop waits for the requests of every address', withIpv6, async (context) => {
  const app = Fastify()
  context.after(() => app.close())
  let isClosed = false
  // Where the portal closes its database.
  app.addHook('onClose', async () => {
    isClosed = true
  })
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  app.get('/', async (_request, reply) => {
    const closing = once(app.server, 'close')
    noteAsked()
    await closing
    await nextTurn()
    await nextTurn()
    return reply.header('connection', 'close').send({ isClosed })
  })
  await listenForRequests(app, { port: 0, addresses })
  const answer = fetch(`http://[::1]:${portOf(app)}/`)
  await asked
  const closed = app.close()
  assert.deepEqual(await (await answer).json(), { isClosed: false })
  await closed
  assert.ok(isClosed)
})

test('timeouts hold for connections to every address', withIpv6, async (context) => {
  const app = Fastify({ http: { headersTimeout: 200, connectionsCheckingInterval: 100 } })
  context.after(() => app.close())
  await listenForRequests(app, { port: 0, addresses })
  const socket = connect(portOf(app), '::1')
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString()))
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  await once(socket, 'end', { signal: AbortSignal.timeout(60_000) })
  assert.match(answer, /^HTTP\/1\.1 408 /)
})

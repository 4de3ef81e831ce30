import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { addSpareConnections } from './spare-connections.ts'

test('a server that closes ends connections that never sent a request, and answers those that did', async () => {
  const app = Fastify()
  addSpareConnections(app)
  const { promise: closing, resolve: startClosing } = Promise.withResolvers<void>()
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  app.get('/', async (_request, reply) => {
    noteAsked()
    await closing
    return reply.header('connection', 'close').send('whole')
  })
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const spare = connect(Number(address.port), '127.0.0.1')
  const ended = once(spare.resume(), 'close')
  await once(spare, 'connect')
  const answer = fetch(address)
  await asked
  const closed = app.close()
  await ended
  startClosing()
  assert.equal(await (await answer).text(), 'whole')
  await closed
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hasIpv6, withIpv6 } from '#test-support/ipv6.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'

/** Makes `localhost` the name of both loopback addresses, as on most machines. Containers often name one. */
const naming = `
  import dns from 'node:dns'
  import { syncBuiltinESMExports } from 'node:module'
  const both = [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]
  const { lookup } = dns
  dns.lookup = (name, options, done) =>
    name === 'localhost' && options.all ? process.nextTick(done, null, both) : lookup(name, options, done)
  const { lookup: find } = dns.promises
  dns.promises.lookup = async (name, options) =>
    name === 'localhost' && options.all ? both : find(name, options)
  syncBuiltinESMExports()`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(naming)}`

let folder: string
let server: StartedServer
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-localhost-'))
  if (!hasIpv6) return
  server = await startServer({ DATA_DIR: folder, HOST: 'localhost', NODE_OPTIONS })
  await untilReady(server)
})
after(async () => {
  server?.child.kill('SIGKILL')
  await server?.exit
  await rm(folder, { recursive: true, force: true })
})

/** Sends one request as it is written and returns the whole response. */
async function responseTo(address: string, request: string): Promise<string> {
  const socket = connect(server.port, address)
  let response = ''
  socket.on('data', (part: Buffer) => (response += part.toString()))
  socket.write(request)
  await once(socket, 'end', { signal: AbortSignal.timeout(60_000) })
  return response
}

test('localhost: a port that is taken on one of its addresses is refused', withIpv6, async () => {
  const other = createServer().listen(0, '::1')
  await once(other, 'listening')
  const address = other.address()
  const PORT = String(typeof address === 'object' && address !== null ? address.port : 0)
  const refused = await startServer({
    PORT,
    DATA_DIR: join(folder, 'taken'),
    HOST: 'localhost',
    NODE_OPTIONS,
  })
  assert.equal(await refused.exit, 1)
  assert.match(refused.stderr(), new RegExp(`^PORT ${PORT} is taken by another program`))
  other.close()
})

const addresses = ['127.0.0.1', '::1']

for (const address of addresses) {
  test(
    `localhost: bytes that are no request are refused with a problem on ${address}`,
    withIpv6,
    async () => {
      assert.match(
        await responseTo(address, 'NOT HTTP\r\n\r\n'),
        /^HTTP\/1\.1 400 [^]*application\/problem\+json[^]*The request is not valid HTTP/,
      )
    },
  )

  test(
    `localhost: a request that asks for another protocol is answered on ${address}`,
    withIpv6,
    async () => {
      const response = await responseTo(
        address,
        `GET /api/health HTTP/1.1\r\nhost: localhost:${server.port}\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n`,
      )
      assert.match(response, /^HTTP\/1\.1 200 /)
    },
  )
}

test('localhost: a stop waits for no unused connection to either address', withIpv6, async () => {
  const unused = addresses.map((address) => connect(server.port, address).resume())
  await Promise.all(unused.map((socket) => once(socket, 'connect')))
  server.child.kill('SIGTERM')
  // A stop that takes 10 s ends the server with 1.
  assert.equal(await server.exit, 0, server.stderr())
})

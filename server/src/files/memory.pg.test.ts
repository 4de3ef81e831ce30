import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { FileMade, fileContentUrl } from '@portal/contract'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'

/** `PROVE=1` sends a whole gigabyte; the default is still far more than the permitted rise in memory. */
const megabytes = process.env['PROVE'] === '1' ? 1024 : 256
const maxRisingMb = 100
const megabyte = randomBytes(1_048_576)

let server: KillableServer
let cookie: string
before(
  async () => {
    server = await startKillable('memory')
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  },
  { timeout: 240_000 },
)
after(() => server.close())

const status = () => `/proc/${server.pid()}/status`
const residentMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status(), 'utf8'))?.[1]) / 1024

async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: Readable,
): Promise<IncomingMessage> {
  const call = request(url, { method, headers: { cookie, ...headers } })
  const answered = once(call, 'response')
  if (body === undefined) call.end()
  else await pipeline(body, call)
  const [response] = await answered
  assert.ok(
    response instanceof Object && response.statusCode === 200,
    `${method} answered ${response.statusCode}`,
  )
  return response
}

/** Uploads and downloads that many megabytes; returns the peak memory. */
async function upAndDown(count: number): Promise<number> {
  const size = count * megabyte.byteLength
  const body = JSON.stringify({
    name: 'big.bin',
    parentId: 'team',
    size,
    mimeType: 'application/octet-stream',
    root: 'team',
  })
  const response = await fetch(server.url('/api/aws/createFile'), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body,
  })
  const { file, signedUrl = '' } = FileMade.parse(await response.json())
  let highest = 0
  const watch = setInterval(() => (highest = Math.max(highest, residentMb())), 20)
  try {
    const sent = createHash('sha256')
    const bytes = function* () {
      for (let at = 0; at < count; at += 1) {
        sent.update(megabyte)
        yield megabyte
      }
    }
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(size) }
    ;(await send(signedUrl, 'PUT', headers, Readable.from(bytes(), { objectMode: false }))).resume()
    ;(await send(server.url(`/api/aws/markAsDone?pid=${file.pid}`), 'POST', {})).resume()
    const got = createHash('sha256')
    for await (const part of await send(server.url(fileContentUrl(file.pid)), 'GET', {})) got.update(part)
    assert.equal(got.digest('hex'), sent.digest('hex'))
  } finally {
    clearInterval(watch)
  }
  return highest
}

test(
  `uploading and downloading ${megabytes} MB raises the server’s memory by less than ${maxRisingMb} MB (issue 5)`,
  {
    timeout: 600_000,
    skip: existsSync('/proc/self/status') ? false : 'this system does not tell the memory of a process',
  },
  async (t) => {
    // Warm-up: memory that the first upload loads stays. The test measures the cost of the file size.
    await upAndDown(16)
    const before = residentMb()
    const highest = await upAndDown(megabytes)
    t.diagnostic(`from ${before.toFixed(0)} MB to ${highest.toFixed(0)} MB`)
    assert.ok(highest - before < maxRisingMb, `rose from ${before.toFixed(0)} MB to ${highest.toFixed(0)} MB`)
  },
)

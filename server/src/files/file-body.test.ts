import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { FileBody } from './file-body.ts'
import type { ByteRange } from '#platform/storage/file-store.ts'

const bytes = randomBytes(3_000_007)
const all = { start: 0, end: bytes.byteLength - 1 }
let folder: string
let path: string
let server: Server
let range: ByteRange = all
let sent: FileBody | undefined

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-body-'))
  path = join(folder, 'file')
  await writeFile(path, bytes)
  server = createServer((_request, response) => {
    open(path, 'r').then(
      (handle) => {
        response.setHeader('content-length', range.end - range.start + 1)
        sent = new FileBody(handle, range)
        sent.on('error', () => response.destroy())
        response.on('close', () => sent?.destroy())
        sent.pipe(response)
      },
      () => response.destroy(),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
after(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function asked(wanted: ByteRange): Promise<IncomingMessage> {
  range = wanted
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const call = request({ port, host: '127.0.0.1', agent: false })
  call.end()
  const [response] = z.tuple([z.custom<IncomingMessage>()]).parse(await once(call, 'response'))
  return response
}

const ranges: ByteRange[] = [
  all,
  { start: 0, end: 0 },
  { start: 262_143, end: 262_144 },
  { start: 1, end: 786_432 },
  { start: 2_999_999, end: all.end },
]
for (const wanted of ranges) {
  const expected = bytes.subarray(wanted.start, wanted.end + 1)
  test(`bytes ${wanted.start} to ${wanted.end} of a file are sent unchanged (contract.md 5)`, async () => {
    assert.ok(expected.equals(await buffer(await asked(wanted))), 'sent')
    assert.ok(expected.equals(await buffer(new FileBody(await open(path, 'r'), wanted))), 'read')
  })
}

test('a slow reader gets every byte unchanged', async () => {
  const parts: Buffer[] = []
  const response = await asked(all)
  for (let part: unknown = null; !response.readableEnded;) {
    part = response.read(7_000) ?? response.read()
    if (Buffer.isBuffer(part)) parts.push(part)
    else if (!response.readableEnded) await Promise.race([once(response, 'readable'), once(response, 'end')])
    await setImmediate()
  }
  assert.ok(bytes.equals(Buffer.concat(parts)))
  assert.ok(sent)
  if (!sent.closed) await once(sent, 'close')
})

test('the file is closed when its reader disconnects', async () => {
  const response = await asked(all)
  await once(response, 'readable')
  response.destroy()
  assert.ok(sent)
  if (!sent.closed) await once(sent, 'close')
  assert.ok(sent.destroyed)
})

test('a file that was shortened while it is sent aborts the response', async () => {
  try {
    await truncate(path, 1_000_000)
    const response = await asked(all)
    await assert.rejects(buffer(response), /aborted/)
    await assert.rejects(buffer(new FileBody(await open(path, 'r'), all)), /shorter/)
  } finally {
    await writeFile(path, bytes)
  }
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Readable } from 'node:stream'
import { createClamdScanner } from './clamd-scanner.ts'
import type { Scanner } from '#domain/scanning/scanner.ts'
import { findClamd, runClamd } from './test-support/run-clamd.ts'
import type { RunningClamd } from './test-support/run-clamd.ts'

const path = await findClamd()
/** Where clamd is not installed, `listenAsClamd` in upload.test.ts covers the protocol. */
const skip = path === null ? 'ClamAV’s daemon (clamd) is not installed here' : false
const marker = 'What no plan of a house contains.'
const maxMb = 2

let daemon: RunningClamd | undefined
let scanner: Scanner
before(async () => {
  if (path === null) return
  daemon = await runClamd(path, { 'Portal.Test.Marker': marker }, maxMb)
  scanner = createClamdScanner(daemon.address)
})
after(() => daemon?.close())

const scan = (...parts: readonly Buffer[]) =>
  scanner.scan(async () => Readable.from(parts, { objectMode: false }))

test('ClamAV finds a known signature anywhere in a file and reports its name', { skip }, async () => {
  const found = { isClean: false, finding: 'Portal.Test.Marker.UNOFFICIAL' }
  const [one, other] = [marker.slice(0, 7), marker.slice(7)].map((text) => Buffer.from(text))
  assert.ok(one && other)
  assert.deepEqual(await scan(Buffer.from(marker)), found)
  assert.deepEqual(await scan(randomBytes(700_000), one, other, randomBytes(700_000)), found)
})

test(
  'ClamAV lets harmless files pass, including an empty file and several in parallel',
  { skip },
  async () => {
    const files = [
      Buffer.alloc(0),
      Buffer.from('%PDF-1.7 a plan'),
      randomBytes(1_500_000),
      Buffer.from(marker.slice(1)),
    ]
    assert.deepEqual(
      await Promise.all(files.map((bytes) => scan(bytes))),
      files.map(() => ({ isClean: true })),
    )
  },
)

test('a file above the size limit of ClamAV is refused as too large', { skip }, async () => {
  await assert.rejects(scan(randomBytes((maxMb + 1) * 1_048_576)), { type: 'too-large' })
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { FileResponse, FileList, FileMade, fileContentUrl, numberedName } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import fc from 'fast-check'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'

/** `PROVE=1` kills the server 50 times; `SEED=n` repeats the same moments, as far as timing allows. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_121))
const kills = isFull ? 50 : 3
const atOnce = 3

let server: KillableServer
let cookie: string

before(
  async () => {
    server = await startKillable('uploads-killed')
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  },
  { timeout: 120_000 },
)
after(() => server.close())

const call = (path: string, init: RequestInit = {}) =>
  fetch(server.url(path), { ...init, headers: { cookie, 'content-type': 'application/json' } })

/** Reproducible bytes of file `number`: up to 1.5 MB, sometimes empty. */
function bytesOf(number: number): Buffer {
  const digest = createHash('sha256').update(String(number)).digest()
  return Buffer.alloc(number % 17 === 0 ? 0 : digest.readUInt32LE(0) % 1_500_000, digest)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const nameOf = (number: number) => `file ${number}.bin`

/** Uploads one file completely and returns its pid. Rejects when the server is killed. */
async function uploadOne(number: number): Promise<string> {
  const bytes = bytesOf(number)
  const body = JSON.stringify({
    name: nameOf(number),
    parentId: 'team',
    size: bytes.byteLength,
    mimeType: 'application/pdf',
    root: 'team',
  })
  const made = FileMade.parse(await (await call('/api/aws/createFile', { method: 'POST', body })).json())
  const headers = { 'content-type': 'application/pdf' }
  const put = await fetch(made.signedUrl ?? '', { method: 'PUT', headers, body: Uint8Array.from(bytes) })
  assert.equal(put.status, 200)
  const done = await call(`/api/aws/markAsDone?pid=${made.file.pid}`, { method: 'POST' })
  const result = FileResponse.parse(await done.json())
  assert.equal(result.file.status, 'done')
  return made.file.pid
}

/** Uploads until the server is killed; confirmed files are added to `told`. */
async function uploadUntilKilled(
  next: () => number,
  told: Map<string, number>,
  isKilled: () => boolean,
): Promise<void> {
  while (!isKilled()) {
    const number = next()
    try {
      told.set(await uploadOne(number), number)
    } catch (error) {
      // Calls may fail once the server is killed; any other failure is a bug.
      if (!isKilled()) throw error
    }
  }
}

/** Waits until one more file is confirmed. */
async function firstOf(told: ReadonlyMap<string, number>): Promise<void> {
  const before = told.size
  while (told.size === before) await wait(5)
}

async function listed(): Promise<FileRecord[]> {
  return FileList.parse(await (await call('/api/aws/listFiles?parentId=team')).json()).records
}

async function create(values: object, headers: Record<string, string> = {}): Promise<FileMade> {
  const body = JSON.stringify({ parentId: 'team', size: 0, mimeType: 'folder', root: 'team', ...values })
  const response = await fetch(server.url('/api/aws/createFile'), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...headers },
    body,
  })
  const text = await response.text()
  assert.ok(response.ok, text)
  return FileMade.parse(JSON.parse(text))
}

test('parallel creates give forty names for one name, and one file for one idempotency key (contract.md 5)', async () => {
  const parentId = (await create({ name: 'At once' })).file.pid
  const plan = { name: 'plan.pdf', parentId, size: 5, mimeType: 'application/pdf' }
  const made = await Promise.all(Array.from({ length: 40 }, () => create(plan)))
  const names = new Set(made.map(({ file }) => file.name))
  assert.deepEqual(names, new Set(Array.from({ length: 40 }, (_, n) => numberedName('plan.pdf', n, false))))
  const again = await Promise.all(
    Array.from({ length: 10 }, () => create(plan, { 'idempotency-key': 'one item' })),
  )
  assert.equal(new Set(again.map(({ file }) => file.pid)).size, 1)
})

test('folders moved into each other in parallel never form a cycle', async () => {
  const move = (pid: string, parentId: string) =>
    call(`/api/files/${pid}`, { method: 'PATCH', body: JSON.stringify({ parentId }) })
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = [
      (await create({ name: 'One' })).file.pid,
      (await create({ name: 'Other' })).file.pid,
    ]
    const results = await Promise.all([move(one, other), move(other, one)])
    assert.deepEqual(new Set(results.map(({ status }) => status)), new Set([200, 400]))
  }
})

test(
  `after ${kills} kills during uploads exactly the complete files are listed, with all confirmed ones (SEED=${seed})`,
  { timeout: isFull ? 1_800_000 : 300_000 },
  async (t) => {
    const told = new Map<string, number>()
    const seen = new Set<string>()
    let number = 0
    for (const [place, afterMs] of fc
      .sample(fc.integer({ min: 20, max: 700 }), { numRuns: kills, seed })
      .entries()) {
      let killed = false
      const uploads = Array.from({ length: atOnce }, () =>
        uploadUntilKilled(
          () => (number += 1),
          told,
          () => killed,
        ),
      )
      // In two of three rounds the delay starts after a confirmed file, however slow the machine is. The
      // third may end earlier.
      if (place % 3 !== 1) await Promise.race([firstOf(told), Promise.all(uploads)])
      await wait(afterMs)
      killed = true
      // Every third round also kills PostgreSQL.
      await server.kill(place % 3 === 2)
      await Promise.all(uploads)
      await server.start()

      const records = await listed()
      const pids = new Set(records.map(({ pid }) => pid))
      assert.deepEqual(
        [...told.keys()].filter((pid) => !pids.has(pid)),
        [],
        'what was told as done is listed',
      )
      for (const { pid, name, size, status } of records.filter(
        (record) => record.mimeType !== 'folder' && !seen.has(record.pid),
      )) {
        const bytes = bytesOf(Number(/\d+/.exec(name)?.[0]))
        const content = await call(fileContentUrl(pid))
        assert.deepEqual([content.status, status, size], [200, 'done', bytes.byteLength], name)
        assert.equal(sha256(await content.bytes()), sha256(bytes), name)
        seen.add(pid)
      }
    }
    t.diagnostic(
      `${told.size} of ${number} uploads were told as done, ${seen.size} files listed and read back whole`,
    )
    assert.ok(
      told.size >= kills - Math.ceil(kills / 3),
      `${told.size} files were uploaded whole between the kills`,
    )
  },
)

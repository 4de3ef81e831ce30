import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Health } from '@portal/contract'
import { z } from 'zod'
import type { FileDeps } from './deps.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { startSmtpServer } from '#mail/inbound/smtp-server.ts'
import { deliver } from '#mail/test-support/deliver.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import type { FileStore, StoreMark } from '#platform/storage/file-store.ts'
import {
  checkStore,
  claimSweep,
  matchStore,
  releaseSweep,
  sweepProblem,
} from '#platform/storage/store-identity.ts'
import { sweepFiles } from './sweep-files.ts'
import { openBucket } from './test-support/open-bucket.ts'
import { openStoreIn } from './test-support/open-store.ts'

/** Each test runs on the embedded store and on a bucket. */
const stores: Readonly<Record<string, () => Promise<{ store: FileStore; close(): Promise<void> }>>> = {
  embedded: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-sweep-'))
    return { store: await openStoreIn(folder), close: () => rm(folder, { recursive: true, force: true }) }
  },
  S3: () => openBucket(true),
}

/** Moves the clock of the portal ahead of the clock of the store by that many days. */
const in2Days = (deps: FileDeps, days = 2): FileDeps => ({
  ...deps,
  clock: { now: () => new Date(Math.max(Date.now(), deps.clock.now().getTime()) + days * 86_400_000) },
})

async function putMany(store: FileStore, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => makeStoreKey(randomBytes(16)))
  for (const key of keys) await store.put(key, Readable.from([Buffer.from(key)]), { size: 32 })
  return keys
}

/** Inserts rows of finished uploads with these keys. */
async function own({ deps }: TestApp, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const at = deps.clock.now()
    const pid = deps.ids.pid()
    await deps.database.query(
      `insert into files (pid, root, name, mime_type, size, status, visibility, store_key, created_at, updated_at)
       values ($1, 'team', $1, 'application/pdf', 32, 'done', 'INTERNAL', $2, $3, $3)`,
      [pid, key, at],
    )
  }
}

const present = async (store: FileStore, keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => store.head(key)))).filter(Boolean).length

for (const [kind, open] of Object.entries(stores)) {
  const withStore = async (work: (portal: TestApp, store: FileStore) => Promise<void>) => {
    const opened = await open()
    const portal = await startTestApp({ deps: { store: opened.store } })
    try {
      await work(portal, opened.store)
    } finally {
      await portal.close()
      await opened.close()
    }
  }

  test(`received mail keeps its message and attachments when files are swept (${kind})`, () =>
    withStore(async (portal, store) => {
      const team = await portal.given.user({ role: 'team' })
      const server = await startSmtpServer(portal.deps, { host: '127.0.0.1', port: 0 })
      const attachment = 'Content-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment'
      const raw = `Subject: Plans\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=F\r\n\r\n--F\r\n${attachment}\r\n\r\na plan\r\n--F--\r\n`
      try {
        assert.equal(await deliver(server.port, Buffer.from(raw), [team.email]), 250)
      } finally {
        await server.close()
      }
      const keys = (await Array.fromAsync(store.list())).map(({ key }) => key)
      assert.equal(keys.length, 2)
      const swept = await sweepFiles(in2Days(portal.deps))
      assert.deepEqual([swept?.objects, await present(store, keys)], [0, 2])
    }))

  test(`S-16: a portal with another database sweeps nothing from a store that is not its own (${kind})`, () =>
    withStore(async (portal, store) => {
      const keys = await putMany(store, 5)
      await own(portal, keys)
      await sweepFiles(in2Days(portal.deps))
      const other = await startTestApp({ deps: { store } })
      try {
        await assert.rejects(sweepFiles(in2Days(other.deps)), /belongs to another database/)
        assert.equal(await present(store, keys), 5)
      } finally {
        await other.close()
      }
      await sweepFiles(in2Days(portal.deps))
      assert.equal(await present(store, keys), 5)
    }))

  test(`S-16: a sweep of more than a twentieth of the store waits for confirmation and says so (${kind})`, () =>
    withStore(async (portal, store) => {
      const [owned, lost] = [await putMany(store, 30), await putMany(store, 21)]
      await own(portal, owned)
      await assert.rejects(sweepFiles(in2Days(portal.deps)), /21 of 51/)
      assert.equal(await present(store, [...owned, ...lost]), 51)
      assert.match(
        (await sweepProblem(portal.deps)) ?? '',
        /21 of 51 stored files belong to no record.*ADOPT_STORE=1/,
      )
      const health = Health.parse((await portal.send({ method: 'GET', url: '/api/health' })).json())
      assert.deepEqual([health.status, health.degraded], ['ok', ['sweeps']])
      await matchStore(portal.deps, true)
      assert.equal((await sweepFiles(in2Days(portal.deps)))?.objects, 21)
      assert.deepEqual(
        [await present(store, owned), await present(store, lost), await sweepProblem(portal.deps)],
        [30, 0, null],
      )
    }))

  test(`S-16: swept objects stay in the bin for 30 days and are restored when a record owns them again (${kind})`, () =>
    withStore(async (portal, store) => {
      const [first = '', second = ''] = await putMany(store, 2)
      assert.deepEqual(await sweepFiles(in2Days(portal.deps)), {
        rows: 0,
        objects: 2,
        restored: 0,
        purged: 0,
      })
      assert.deepEqual(
        (await Array.fromAsync(store.listBin())).map(({ key, kind: of }) => `${of} ${key}`).toSorted(),
        [`object ${first}`, `object ${second}`].toSorted(),
      )
      await own(portal, [first])
      assert.deepEqual(await sweepFiles(in2Days(portal.deps, 20)), {
        rows: 0,
        objects: 0,
        restored: 1,
        purged: 0,
      })
      assert.equal(await buffer((await store.get(first)).body).then(String), first)
      assert.deepEqual(await sweepFiles(in2Days(portal.deps, 33)), {
        rows: 0,
        objects: 0,
        restored: 0,
        purged: 1,
      })
      assert.deepEqual(
        [await present(store, [first, second]), (await Array.fromAsync(store.listBin())).length],
        [1, 0],
      )
    }))

  test(`S-16: after a restore of the database nothing is swept until an administrator confirms it (${kind})`, () =>
    withStore(async (portal, store) => {
      const keys = await putMany(store, 3)
      await sweepFiles(portal.deps)
      const [yesterday] = await portal.deps.database.query(
        'select generation from file_stores',
        [],
        z.object({ generation: z.number() }),
      )
      await own(portal, keys)
      await sweepFiles(portal.deps)
      // The backup has neither the files nor the later sweep.
      await portal.deps.database.query('delete from files', [])
      await portal.deps.database.query('update file_stores set generation = $1', [yesterday?.generation ?? 0])
      await assert.rejects(sweepFiles(in2Days(portal.deps)), /was restored from a backup/)
      await checkStore(portal.deps, false)
      assert.equal(await present(store, keys), 3)
      await checkStore(portal.deps, true)
      assert.equal((await sweepFiles(in2Days(portal.deps)))?.objects, 3)
    }))

  test(`S-16: only one of two servers sweeps at a time (${kind})`, () =>
    withStore(async (portal, store) => {
      await putMany(store, 3)
      const both = await Promise.all([sweepFiles(in2Days(portal.deps)), sweepFiles(in2Days(portal.deps))])
      assert.equal(
        both.flatMap((swept) => swept?.objects ?? []).reduce((sum, objects) => sum + objects, 0),
        3,
      )
      const claim = await claimSweep(portal.deps)
      assert.ok(claim)
      assert.equal(await sweepFiles(portal.deps), null)
      await releaseSweep(portal.deps, claim.id, null)
      assert.notEqual(await sweepFiles(portal.deps), null)
    }))

  test(`S-16: no server reads the mark of a store while another one writes it (${kind})`, () =>
    withStore(async (portal, store) => {
      await matchStore(portal.deps)
      let [isWritten, overlaps] = [false, 0]
      const watched: FileStore = Object.create(store, {
        readMark: {
          value: () => {
            if (isWritten) overlaps += 1
            return store.readMark()
          },
        },
        writeMark: {
          value: async (mark: StoreMark) => {
            isWritten = true
            await Promise.all([store.writeMark(mark), setTimeout(50)])
            isWritten = false
          },
        },
      })
      const deps = { ...portal.deps, store: watched }
      const claim = claimSweep(deps)
      while (!isWritten) await setImmediate()
      await matchStore(deps)
      assert.ok(await claim)
      assert.equal(overlaps, 0)
    }))

  test(`S-16: a start with another database's store is refused with instructions; an empty store is accepted (${kind})`, () =>
    withStore(async (portal, store) => {
      await checkStore(portal.deps, false)
      await putMany(store, 1)
      const other = await startTestApp()
      try {
        await assert.rejects(checkStore({ ...other.deps, store }, false), {
          name: 'StartRefusal',
          message: /belongs to another database.*ADOPT_STORE=1/,
        })
        await checkStore({ ...other.deps, store }, true)
        await checkStore({ ...other.deps, store }, false)
        await checkStore(other.deps, false)
      } finally {
        await other.close()
      }
    }))
}

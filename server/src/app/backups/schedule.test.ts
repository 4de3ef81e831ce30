import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { z } from 'zod'
import type { BackupPlace } from '#backup/place.ts'
import { lastBackupAt, prune } from '#backup/retention.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { backUpWhenDue } from './schedule.ts'
import { completeBackup as complete, places } from './test-support/places.ts'

const hourMs = 60 * 60_000

for (const [kind, open] of Object.entries(places)) {
  const withPlace = async (work: (place: BackupPlace, portal: TestApp) => Promise<void>) => {
    const { place, close } = await open()
    const portal = await startTestApp({ environment: { backupEveryHours: 24, backupKeep: 2 } })
    try {
      await work(place, portal)
    } finally {
      await portal.close()
      await close()
    }
  }

  test(`a backup is made when one is due, and the oldest are deleted (${kind})`, () =>
    withPlace(async (place, { deps, clock }) => {
      const make = async () => void (await complete(place, clock.now()))
      const round = () => backUpWhenDue(deps, place, make)
      assert.deepEqual(await round(), { made: true, deleted: 0 })
      clock.pass(23 * hourMs)
      assert.deepEqual(await round(), { made: false, deleted: 0 })
      clock.pass(hourMs)
      assert.deepEqual(await round(), { made: true, deleted: 0 })
      const [oldest] = await place.names()
      clock.pass(24 * hourMs)
      assert.deepEqual(await round(), { made: true, deleted: 1 })
      const left = await place.names()
      assert.deepEqual([left.length, left.includes(oldest ?? '')], [2, false])
    }))

  test(`an interrupted backup counts for nothing and is deleted a day later (${kind})`, () =>
    withPlace(async (place, { clock }) => {
      const from = clock.now()
      await complete(place, from)
      const interrupted = await place.create(new Date(from.getTime() + hourMs))
      await interrupted.write('secrets/one', Readable.from([Buffer.from('half')], { objectMode: false }))
      assert.deepEqual(await lastBackupAt(place), from)
      assert.deepEqual(await prune(place, 2, new Date(from.getTime() + 24 * hourMs)), [])
      assert.deepEqual(await prune(place, 2, new Date(from.getTime() + 26 * hourMs)), [interrupted.name])
      assert.equal((await place.names()).length, 1)
    }))
}

test('administrators are alerted once a day when backups fail and the last one is too old', async () => {
  const { place, close } = await places.folder()
  const portal = await startTestApp({ environment: { backupEveryHours: 24 } })
  const { deps, clock, given } = portal
  try {
    await given.user({ role: 'admin', status: 'ACTIVE' })
    const fail = () => Promise.reject(new Error('the disk is full'))
    const alerts = async () =>
      (
        await deps.database.query(
          `select message from alerts where rule = 'backup-late' order by created_at`,
          [],
          z.object({ message: z.string() }),
        )
      ).map(({ message }) => message)
    const failing = () => assert.rejects(backUpWhenDue(deps, place, fail), /the disk is full/)
    await complete(place, clock.now())
    const made = clock.now().toISOString().slice(0, 16).replace('T', ' ')
    clock.pass(30 * hourMs)
    await failing()
    assert.deepEqual(await alerts(), [])
    clock.pass(7 * hourMs)
    await failing()
    await failing()
    assert.equal((await alerts()).length, 1)
    assert.ok((await alerts())[0]?.includes(`is from ${made}`))
    clock.pass(25 * hourMs)
    await failing()
    assert.equal((await alerts()).length, 2)
  } finally {
    await portal.close()
    await close()
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Health } from '@portal/contract'
import { writeCheckNote } from '#backup/check-note.ts'
import type { BackupPlace } from '#backup/place.ts'
import { runOnce } from '#platform/scheduling/test-support/run-once.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { completeBackup, places } from './test-support/places.ts'

const hourMs = 60 * 60_000
const metricsToken = 'metrics-token-of-the-test'

/** The metrics of backups and the part, without their prefix. */
async function metricsOf(portal: TestApp): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await portal.send({ method: 'GET', url: '/metrics', headers })
  const shape = /^portal_(?:backup_(\w+)|(part_ok)\{part="backups"\}) (\S+)$/gm
  return Object.fromEntries(
    [...body.matchAll(shape)].map(([, name, part, value]) => [name ?? part ?? '', Number(value)]),
  )
}

async function healthOf(portal: TestApp) {
  const {
    status,
    degraded = [],
    reasons,
  } = Health.parse((await portal.send({ method: 'GET', url: '/api/health' })).json())
  return { status, isDegraded: degraded.includes('backups'), reason: reasons?.['backups'] }
}

for (const [kind, open] of Object.entries(places)) {
  const withPlace = async (work: (place: BackupPlace, portal: TestApp) => Promise<void>) => {
    const { destination: backupTo, place, close } = await open()
    const portal = await startTestApp({ environment: { backupTo, backupEveryHours: 24, metricsToken } })
    try {
      await work(place, portal)
    } finally {
      await portal.close()
      await close()
    }
  }

  test(`metrics tell age, size and rehearsal of the last backup, and health that it is late (${kind})`, () =>
    withPlace(async (place, portal) => {
      const { clock, deps } = portal
      // The first run of a new portal is waited for.
      assert.equal((await metricsOf(portal))['last_timestamp_seconds'], 0)
      assert.deepEqual(await healthOf(portal), { status: 'ok', isDegraded: false, reason: undefined })
      await runOnce(deps.database, 'back-up', { error: 'The disk is full.' })
      clock.pass(60_000)
      const none = `There is no backup in ${place.location}, although there is a schedule.`
      assert.equal((await healthOf(portal)).reason, none)
      const at = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
      await completeBackup(place, new Date(at.getTime() - 48 * hourMs), 1_000)
      const last = await completeBackup(place, at, 2_000)
      await place.create(new Date(at.getTime() + hourMs))
      clock.pass(35 * hourMs)
      const seconds = at.getTime() / 1000
      const known = { last_timestamp_seconds: seconds, last_bytes: 2_000, max_age_seconds: 36 * 3_600 }
      assert.deepEqual(await metricsOf(portal), { ...known, part_ok: 1 })
      clock.pass(2 * hourMs)
      await writeCheckNote(last, { at: clock.now(), problems: ['Rows of the table users differ.'] })
      const checkedAt = clock.now().getTime() / 1000
      const checked = { last_check_ok: 0, last_check_timestamp_seconds: checkedAt }
      assert.deepEqual(await metricsOf(portal), { ...known, ...checked, part_ok: 0 })
      const { status, isDegraded, reason } = await healthOf(portal)
      assert.deepEqual([status, isDegraded], ['ok', true], 'the portal serves')
      const made = at.toISOString().slice(0, 16).replace('T', ' ')
      assert.equal(reason, `The last backup is from ${made}, older than 36 hours.`)
      await completeBackup(place, clock.now(), 2_000)
      await writeCheckNote(last, { at: clock.now(), problems: [] })
      clock.pass(60_000)
      assert.equal((await healthOf(portal)).isDegraded, false)
      assert.equal((await metricsOf(portal))['last_check_ok'], 1)
    }))
}

test('a place of backups that cannot be read is named by health, and its metrics are left out', async () => {
  const account = { endpoint: 'http://127.0.0.1:9', region: 'r', accessKeyId: 'a', secretAccessKey: 'b' }
  const backupTo = { kind: 'bucket', bucket: 'none', prefix: '', account } as const
  const portal = await startTestApp({ environment: { backupTo, metricsToken } })
  try {
    assert.equal((await healthOf(portal)).reason, 'The backups at BACKUP_TO cannot be read.')
    assert.deepEqual(await metricsOf(portal), { part_ok: 0 })
  } finally {
    await portal.close()
  }
})

test('a portal without a place of backups tells nothing of them', async () => {
  const portal = await startTestApp({ environment: { metricsToken } })
  try {
    assert.deepEqual(await metricsOf(portal), {})
    assert.equal((await healthOf(portal)).isDegraded, false)
  } finally {
    await portal.close()
  }
})

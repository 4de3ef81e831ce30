import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { endOfEvent, rotateEvents } from '#platform/database/event-months.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { connectForCopy, copyTables, readSequences } from './copy-tables.ts'
import { compareTables, fillTables } from './load-tables.ts'
import type { Manifest } from './manifest.ts'
import { noPace } from './pace.ts'
import type { BackupFiles } from './place.ts'

/** A backup in memory: a disk would write each of a hundred small files through. */
function createMemoryFiles(): BackupFiles {
  const stored = new Map<string, Buffer>()
  return {
    location: 'memory',
    name: 'memory',
    pace: noPace,
    async write(path, bytes) {
      stored.set(path, await buffer(bytes))
    },
    read: (path) => Promise.resolve(Readable.from([stored.get(path)])),
    reuse: () => Promise.resolve(false),
  }
}

test('a restore brings every row of the history back into its month, and audits nothing a second time', async () => {
  const { database, url } = await openMigratedPostgres(pino({ level: 'silent' }))
  const client = await connectForCopy({ connectionString: url })
  try {
    const { kysely } = database
    const at = new Date('2026-11-26T15:00:00Z')
    await rotateEvents(database, at)
    const write = (collection: string, keptUntil?: Date) =>
      kysely
        .transaction()
        .execute((trx) =>
          appendEvent(
            trx,
            { collection, pid: 'a', action: 'update', version: 2, actor: null, at },
            keptUntil,
          ),
        )
    for (const days of [0, 40, 400])
      await write('mail', endOfEvent(new Date(at.getTime() + days * 86_400_000)))
    for (const collection of ['permits', 'config']) await write(collection)

    await client.query('begin isolation level repeatable read read only')
    const files = createMemoryFiles()
    const copied = await copyTables(client, files, null)
    // Emptying and indexing the other hundred tables would take most of the time of this test.
    const tables = copied.filter(({ name }) => /^(record_)?history|^audit/.test(name))
    await assert.rejects(rotateEvents(database, new Date('2027-03-01')), { code: '55P03' }, 'a backup runs')
    const sequences = await readSequences(client)
    await client.query('commit')

    await rotateEvents(database, new Date('2027-03-01'))
    await sql`delete from history`.execute(kysely)
    const list = { path: '', bytes: 0, sha256: '' }
    const manifest: Manifest = {
      format: 1,
      version: '1.0.0',
      database: 'server',
      base: null,
      key: null,
      secrets: [],
      secretKey: '',
      files: { count: 0, bytes: 0, copiedCount: 0, copiedBytes: 0, missing: [], list, storeId: null },
      instant: at.toISOString(),
      finishedAt: at.toISOString(),
      migrations: [],
      tables,
      sequences,
    }
    await fillTables(client, files, { manifest, key: null })
    assert.deepEqual(await compareTables({ connectionString: url }, manifest), [])
    const { rows } = await sql`select tableoid::regclass::text as name, count(*) as n from history
      where pid = 'a' group by 1 order by 1`.execute(kysely)
    assert.deepEqual(rows, [
      { name: 'history_until_2026_12', n: 1 },
      { name: 'history_until_2027_02', n: 1 },
      { name: 'history_without_month', n: 1 },
      { name: 'record_history', n: 2 },
    ])
    const audited = await sql`select count(*) as n from audit`.execute(kysely)
    assert.deepEqual(audited.rows, [{ n: 1 }])
  } finally {
    await client.end()
    await database.close()
  }
})

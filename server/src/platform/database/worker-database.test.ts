import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { openDatabase } from './open-database.ts'
import { openWorkerDatabase } from './worker-database.ts'

test(
  'where PostgreSQL cannot run, PGlite in a worker stores the data, and the folder keeps using PGlite',
  { timeout: 60_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-lite-'))
    try {
      const first = await openWorkerDatabase(join(dataDir, 'pglite'))
      await first.query('create table kept (value int)', [])
      await first.kysely
        .transaction()
        .execute((trx) => first.queryIn(trx, 'insert into kept values ($1)', [7]))
      await assert.rejects(first.query('select * from missing', []), { code: '42P01' })
      await first.close()

      const sentences: string[] = []
      const again = await openDatabase(
        parseEnvironment({ DATA_DIR: dataDir }),
        pino({ level: 'silent' }),
        (line) => sentences.push(line),
      )
      assert.equal(again.kind, 'pglite')
      assert.deepEqual(await again.query('select value from kept', []), [{ value: 7 }])
      assert.equal(sentences.length, 1)
      assert.match(sentences[0] ?? '', /PGlite.*power cut/)
      await again.close()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { guardAudit } from '#platform/audit/guard-audit.ts'
import { embeddedUrl } from '#test-support/embedded-url.ts'
import { startServer } from '#test-support/server-process.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded-database.ts'
import { migrate } from './migrate.ts'
import { openServer } from './server-database.ts'

const log = pino({ level: 'silent' })
let dataDir: string
let migrations: string
let one: Database
let other: Database
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-migrate-'))
  await chmod(dataDir, 0o711)
  migrations = join(dataDir, 'migrations')
  await mkdir(migrations)
  one = await openEmbedded(dataDir, log)
  other = await openServer(await embeddedUrl(dataDir), log)
})
after(async () => {
  await other.close()
  await one.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A migration of these statements, after these declarations. */
async function write(name: string, statements: readonly string[], declarations = ''): Promise<void> {
  const runs = statements.map((statement) => `  await sql\`${statement}\`.execute(db)\n`).join('')
  const text = `import { sql } from '${import.meta.resolve('kysely')}'\n${declarations}\nexport async function up(db) {\n${runs}}\n`
  await writeFile(join(migrations, `${name}.ts`), text)
}

const indexes = () =>
  one.query(
    `select c.relname::text as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'goods'::regclass order by 1`,
    [],
    z.object({ name: z.string(), valid: z.boolean() }),
  )

test('two servers run one migration outside a transaction once, and the other one waits without blocking it', async () => {
  await write('9001-goods', ['create table goods (a int, b int)', 'insert into goods values (1, 1), (1, 2)'])
  await write(
    '9002-index',
    ['drop index concurrently if exists goods_a', 'create index concurrently goods_a on goods (a)'],
    'export const outsideTransaction = true',
  )
  const ran = await Promise.all([one, other].map(({ kysely }) => migrate(kysely, migrations)))
  assert.deepEqual(ran.flat(), ['9001-goods', '9002-index'])
  assert.deepEqual(await indexes(), [{ name: 'goods_a', valid: true }])
})

test('a migration outside a transaction that was interrupted is repeated', async () => {
  await write(
    '9003-unique',
    ['drop index concurrently if exists goods_b', 'create unique index concurrently goods_b on goods (a, b)'],
    'export const outsideTransaction = true',
  )
  await one.query('insert into goods values (1, 2)', [])
  await assert.rejects(migrate(one.kysely, migrations), { code: '23505' })
  assert.deepEqual(await indexes(), [
    { name: 'goods_a', valid: true },
    { name: 'goods_b', valid: false },
  ])
  await one.query('delete from goods where b = 2', [])
  assert.deepEqual(await migrate(other.kysely, migrations), ['9003-unique'])
  assert.deepEqual(await indexes(), [
    { name: 'goods_a', valid: true },
    { name: 'goods_b', valid: true },
  ])
})

test('such a statement fails in a migration that does not declare it', async () => {
  await write('9004-undeclared', ['create index concurrently goods_c on goods (b)'])
  await assert.rejects(migrate(one.kysely, migrations), { code: '25001' })
  await rm(join(migrations, '9004-undeclared.ts'))
})

test('a declaration with an unknown form is refused', async () => {
  await write('9005-odd', ['select 1'], "export const contract = { unusedSince: 'soon', takes: [] }")
  await assert.rejects(migrate(one.kysely, migrations), z.ZodError)
})

test('a server that is older than its database is refused with the way back, and changes nothing', async () => {
  await one.query('drop table if exists migrations', [])
  await migrate(one.kysely)
  await guardAudit(one, (line) => assert.fail(line))
  await one.query("insert into migrations (name, checksum) values ('9999-later', '')", [])
  const tables = () =>
    one.query(
      'select relname, relowner::regrole::text, relfilenode from pg_class where relnamespace = current_schema()::regnamespace order by oid',
      [],
    )
  const found = await tables()
  const started = await startServer({
    DATABASE_URL: await embeddedUrl(dataDir),
    DATA_DIR: join(dataDir, 'older'),
    SECRET_KEY: randomBytes(32).toString('base64'),
  })
  assert.equal(await started.exit, 1)
  assert.equal(
    started.stderr(),
    "The database is newer than this server (it has 9999-later): start the server's newer version, or go back with a backup from before the upgrade. Nothing was changed.\n",
  )
  assert.deepEqual(await tables(), found)
})

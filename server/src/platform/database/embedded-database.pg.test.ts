import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { z } from 'zod'
import { findBinaries } from './embedded/binaries.ts'
import { chooseLauncher, isOpenToAll } from './embedded/launcher.ts'
import { openEmbedded } from './embedded-database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
const isRoot = process.getuid?.() === 0
const folders: string[] = []
after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** A new data folder that other users may pass through. */
async function freshFolder(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-embedded-'))
  await chmod(folder, mode)
  folders.push(folder)
  return folder
}

test('a new data folder gets a PostgreSQL without a port, a role without superuser rights, and all migrations', async () => {
  const dataDir = await freshFolder()
  const database = await openEmbedded(dataDir, log)
  try {
    assert.equal(database.kind, 'embedded')
    const [settings] = await database.query(
      `select current_setting('listen_addresses') as addresses, current_setting('is_superuser') as superuser,
        current_setting('fsync') as fsync, 9007199254740991::bigint as large, date '2026-11-20' as day, array[1,2]::bigint[] as numbers,
        similarity('permit', 'permits') > 0.5 as alike, unaccent('é') as plain, upper('é') as raised`,
      [],
      z.record(z.string(), z.unknown()),
    )
    const expected = {
      addresses: '',
      superuser: 'off',
      fsync: 'on',
      large: 9007199254740991,
      day: '2026-11-20',
      numbers: [1, 2],
      alike: true,
      plain: 'e',
      raised: 'É',
    }
    assert.deepEqual({ ...settings }, expected)
    assert.equal((await migrate(database.kysely)).includes('0001-foundation'), true)
    assert.deepEqual(await migrate(database.kysely), [])
    assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o077, 0)
    assert.equal((await stat(join(dataDir, 'database.secret'))).mode & 0o077, 0)
    await assert.rejects(database.query("select pg_read_file('/etc/hostname')", []), /permission denied/)
  } finally {
    await database.close()
  }
  await assert.rejects(stat(join(dataDir, 'postgres/data/postmaster.pid')), { code: 'ENOENT' })
})

test('statements used twice run prepared, also in transactions, and a failed one does not affect the next', async () => {
  const database = await openEmbedded(await freshFolder(), log)
  try {
    const text = 'select $1::int as value, (select count(*) from pg_prepared_statements) as prepared'
    for (const value of [1, 2, 3])
      assert.equal((await database.query(text, [value], z.object({ value: z.number() })))[0]?.value, value)
    await database.kysely.transaction().execute(async (trx) => {
      await database.queryIn(trx, text, [4])
      const [row] = await database.queryIn(trx, text, [5], z.object({ prepared: z.number() }))
      assert.equal((row?.prepared ?? 0) >= 1, true)
    })
    await assert.rejects(database.query(text, ['word']), { code: '22P02' })
    assert.equal((await database.query(text, [6], z.object({ value: z.number() })))[0]?.value, 6)
  } finally {
    await database.close()
  }
})

test('notifications sent on one connection reach the listener until it stops listening', async () => {
  const database = await openEmbedded(await freshFolder(), log)
  try {
    const heard = Promise.withResolvers<string>()
    const stop = await database.listen('history', heard.resolve)
    await database.query("select pg_notify('history', 'seven')", [])
    assert.equal(await heard.promise, 'seven')
    await stop()
  } finally {
    await database.close()
  }
})

/**
 * Starts the writer in a separate process. Returns the process and the number of rows it has acknowledged.
 */
async function startWriter(
  dataDir: string,
  uid?: number,
): Promise<{ child: ChildProcess; acknowledged: () => number; postmaster: Promise<number> }> {
  const script = join(import.meta.dirname, '../../test-support/write-forever.ts')
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let last = 0
  const first = Promise.withResolvers<void>()
  child.stdout?.on('data', (part: Buffer) => {
    const numbers = part.toString().split('\n').filter(Boolean).map(Number)
    last = Math.max(last, ...numbers)
    if (last >= 50) first.resolve()
  })
  child.once('exit', () => first.reject(new Error('the writer ended')))
  await first.promise
  const postmaster = readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').then((text) =>
    Number(text.split('\n')[0]),
  )
  return { child, acknowledged: () => last, postmaster }
}

async function countWritten(dataDir: string): Promise<number> {
  const database = await openEmbedded(dataDir, log)
  try {
    const [row] = await database.query(
      'select count(*) as count from written',
      [],
      z.object({ count: z.number() }),
    )
    return row?.count ?? 0
  } finally {
    await database.close()
  }
}

test('kill -9 of the server loses no acknowledged row, and the next start ends the PostgreSQL that still runs', async () => {
  const dataDir = await freshFolder()
  const { child, acknowledged, postmaster } = await startWriter(dataDir)
  const orphan = await postmaster
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  process.kill(orphan, 0)
  assert.equal((await countWritten(dataDir)) >= acknowledged(), true)
  assert.throws(() => process.kill(orphan, 0), { code: 'ESRCH' })
})

test('kill -9 of the server and PostgreSQL loses no acknowledged row', async () => {
  const dataDir = await freshFolder()
  const { child, acknowledged, postmaster } = await startWriter(dataDir)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  process.kill(await postmaster, 'SIGKILL')
  await ended
  assert.equal((await countWritten(dataDir)) >= acknowledged(), true)
})

test('PostgreSQL killed under a running server is restarted and used again', async () => {
  const dataDir = await freshFolder()
  const database = await openEmbedded(dataDir, log)
  try {
    await database.kysely.schema.createTable('kept').addColumn('value', 'integer').execute()
    process.kill(
      Number((await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]),
      'SIGKILL',
    )
    const deadline = Date.now() + 20_000
    for (;;) {
      const rows = await database.query('select * from kept', []).catch((error: unknown) => {
        if (Date.now() > deadline) throw error
        return null
      })
      if (rows !== null) break
    }
  } finally {
    await database.close()
  }
})

test(
  'as root in a closed folder (0700), PostgreSQL starts through setpriv',
  { skip: !isRoot && 'needs root' },
  async () => {
    const closed = await freshFolder(0o700)
    const dataDir = join(closed, 'data')
    await mkdir(dataDir)
    assert.equal((await chooseLauncher(await findBinaries(), join(dataDir, 'postgres'))).kind, 'setpriv')
    const database = await openEmbedded(dataDir, log)
    const [row] = await database.query(
      "select current_setting('is_superuser') as superuser",
      [],
      z.object({ superuser: z.string() }),
    )
    assert.equal(row?.superuser, 'off')
    await database.close()
  },
)

// If the portal is in a folder closed to other users, no other user can run it. The setpriv test above covers
// that case.
const closedHere =
  !(await isOpenToAll(import.meta.dirname)) && 'the portal lies in a folder closed to other users'

test(
  'as root in an open folder, PostgreSQL runs as nobody',
  { skip: (!isRoot && 'needs root') || closedHere },
  async () => {
    const dataDir = await freshFolder()
    assert.equal((await chooseLauncher(await findBinaries(), join(dataDir, 'postgres'))).kind, 'other-user')
    const database = await openEmbedded(dataDir, log)
    const pid = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]
    const { stdout } = await promisify(execFile)('ps', ['-o', 'uid=', '-p', String(pid)])
    assert.equal(Number(stdout.trim()), 65_534)
    await database.close()
  },
)

test(
  'a user other than root runs PostgreSQL under the same account',
  { skip: (!isRoot && 'the other tests run as a plain user already') || closedHere },
  async () => {
    const plainUser = 65_534
    const dataDir = await freshFolder()
    await chown(dataDir, plainUser, plainUser)
    const { child, acknowledged, postmaster } = await startWriter(dataDir, plainUser)
    const { stdout } = await promisify(execFile)('ps', ['-o', 'uid=', '-p', String(await postmaster)])
    assert.equal(Number(stdout.trim()), plainUser)
    assert.equal(acknowledged() >= 50, true)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  },
)

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileContentUrl } from '@portal/contract'
import pg from 'pg'
import { createFolderPlace } from '#backup/folder-place.ts'
import { readManifest } from '#backup/manifest.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'
import { embeddedUrl } from '#test-support/embedded-url.ts'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import { restorePortal } from './restore-portal.ts'
import { runBackupCommand } from './test-support/commands.ts'
import { startLoad } from './test-support/load.ts'
import type { Load } from './test-support/load.ts'

/** `PROVE=1` makes 100 backups; `BACKUPS=n` another number. Every second one is encrypted. */
const rounds = Number(process.env['BACKUPS'] ?? (process.env['PROVE'] === '1' ? 100 : 1))
const secret = 'a key of the office, 2026'

let server: KillableServer
let cookie: string
let folder: string

before(
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-under-load-'))
    await chmod(folder, 0o711)
    server = await startKillable('under-load', { DEMO: '0' })
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  },
  { timeout: 120_000 },
)
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Backs up while the portal is at work. Returns the backup and what was acknowledged until then. */
async function backUpUnderLoad(key: string): Promise<{ location: string; load: Load }> {
  const load = startLoad(server, cookie)
  await load.more()
  const variables = { DATA_DIR: server.folder, BACKUP_KEY: key }
  const made = await runBackupCommand('backup', variables, join(folder, `backups-${key.length}`))
  await load.more()
  await load.stop()
  assert.equal(made.code, 0, made.err)
  return { location: made.last, load }
}

async function missingTasks(dataDir: string, pids: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: await embeddedUrl(dataDir) })
  await client.connect()
  try {
    const found = await client.query('select 1 from tasks where pid = any($1::text[])', [pids])
    return pids.length - found.rows.length
  } finally {
    await client.end()
  }
}

/** Restores the backup, compares it and starts it. Returns the number of acknowledged records it has. */
async function restoreAndCompare(location: string, key: string, load: Load): Promise<number> {
  const dataDir = join(folder, 'restored')
  const files = createFolderPlace(join(location, '..')).open(basename(location))
  const backup = await readManifest(files, key === '' ? null : key)
  assert.deepEqual(backup.manifest.files.missing, [])
  const environment = parseEnvironment({ DATA_DIR: dataDir, DEMO: '0' })
  assert.deepEqual(await restorePortal({ environment, files, backup, compares: true }), [])
  const until = new Date(backup.manifest.instant).getTime()
  const tasks = load.tasks.filter(({ at }) => at < until)
  const uploads = load.files.filter(({ at }) => at < until)
  const restored = await startServer({ DATA_DIR: dataDir })
  try {
    await untilReady(restored)
    assert.equal(
      await missingTasks(
        dataDir,
        tasks.map(({ pid }) => pid),
      ),
      0,
    )
    for (const { pid, sha256 } of uploads) {
      const address = `http://localhost:${restored.port}${fileContentUrl(pid)}`
      const response = await fetch(address, { headers: { cookie } })
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
    }
  } finally {
    restored.child.kill('SIGTERM')
    await restored.exit
    await rm(dataDir, { recursive: true })
  }
  return tasks.length + uploads.length
}

test('backups of a portal at work are restored without a difference and without a lost acknowledged record', async (context) => {
  let records = 0
  for (let round = 1; round <= rounds; round += 1) {
    const key = round % 2 === 0 ? secret : ''
    const { location, load } = await backUpUnderLoad(key)
    const found = await restoreAndCompare(location, key, load)
    assert.ok(found > 0)
    records += found
    context.diagnostic(`backup ${round} of ${rounds}: ${records} acknowledged records, none missing`)
  }
})

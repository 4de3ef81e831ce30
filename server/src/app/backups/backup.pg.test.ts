import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileContentUrl } from '@portal/contract'
import { z } from 'zod'
import { findLastCheck } from '#backup/check-note.ts'
import { createFolderPlace } from '#backup/folder-place.ts'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import { runBackupCommand } from './test-support/commands.ts'
import { startLoad } from './test-support/load.ts'

const secret = 'a key of the office, 2026'
let server: KillableServer
let cookie: string
let folder: string
let backups: string

before(
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-backups-'))
    await chmod(folder, 0o711)
    backups = join(folder, 'backups')
    server = await startKillable('backup', { DEMO: '0' })
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  },
  { timeout: 120_000 },
)
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const backUp = (...args: string[]) => runBackupCommand('backup', { DATA_DIR: server.folder }, ...args)
const restore = (dataDir: string, ...args: string[]) =>
  runBackupCommand('restore', { DATA_DIR: join(folder, dataDir) }, ...args)

/** A backup that tests read and copy, and none changes. */
let sound: Promise<string> | undefined
const soundBackup = () => (sound ??= backUp(backups).then(({ last }) => last))

const Counts = z.object({
  manifest: z.object({ files: z.object({ count: z.number(), copiedCount: z.number() }) }),
})
const countsOf = (backup: string) =>
  Counts.parse(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))).manifest.files

/** The path of one file in a backup. */
async function anyFile(backup: string, part: string): Promise<string> {
  const names = await readdir(join(backup, part), { recursive: true, withFileTypes: true })
  const found = names.find((entry) => entry.isFile())
  if (found === undefined) throw new Error(`${backup} has no file in ${part}.`)
  return join(found.parentPath, found.name)
}

test('a backup of a portal at work is restored into an empty folder and starts with everything it acknowledged', async () => {
  const load = startLoad(server, cookie)
  await load.more()
  const made = await backUp(backups)
  await load.more()
  await load.stop()
  assert.equal(made.code, 0, made.err)
  assert.deepEqual(await readdir(backups), [made.last.slice(backups.length + 1)])
  const restored = await restore('restored', made.last)
  assert.equal(restored.code, 0, restored.err)
  const { instant } = z
    .object({ manifest: z.object({ instant: z.coerce.date() }) })
    .parse(JSON.parse(readFileSync(join(made.last, 'manifest.json'), 'utf8'))).manifest
  const before = (each: { at: number }) => each.at < instant.getTime()
  const again = await startServer({ DATA_DIR: join(folder, 'restored') })
  try {
    await untilReady(again)
    const headers = { cookie, 'content-type': 'application/json' }
    const call = (path: string, init: RequestInit = {}) =>
      fetch(`http://localhost:${again.port}${path}`, { ...init, headers })
    const tasks = load.tasks.filter(before)
    assert.ok(tasks.length > 0)
    for (const { pid } of tasks) {
      const body = JSON.stringify({ apiPath: `tasks/${pid}`, method: 'GET' })
      assert.equal((await call('/api/crud', { method: 'POST', body })).status, 200)
    }
    const files = load.files.filter(before)
    assert.ok(files.length > 0)
    for (const { pid, sha256 } of files) {
      const content = Buffer.from(await (await call(fileContentUrl(pid))).arrayBuffer())
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256)
    }
  } finally {
    again.child.kill('SIGTERM')
    await again.exit
  }
  const refused = await restore('restored', made.last)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /is not empty/)
})

test('a second backup copies new files alone, and each backup stands without the other', async () => {
  const earlier = startLoad(server, cookie)
  await earlier.more()
  await earlier.stop()
  const first = await backUp(backups)
  // Later the archive of the portal adds new files to this folder, which the second backup copies itself.
  const kept = await anyFile(first.last, 'files')
  const load = startLoad(server, cookie)
  await load.more()
  await load.stop()
  const second = await backUp(backups)
  assert.deepEqual([first.code, second.code], [0, 0], second.err)
  assert.equal(countsOf(second.last).copiedCount, load.files.length)
  assert.equal(countsOf(second.last).count, countsOf(first.last).count + load.files.length)
  assert.equal(statSync(kept).ino, statSync(kept.replace(first.last, second.last)).ino)
  await rm(first.last, { recursive: true })
  const checked = await backUp('--check', second.last)
  assert.equal(checked.code, 0, checked.err)
  assert.match(checked.last, /is good: it was restored and started/)
  const noted = await findLastCheck(createFolderPlace(backups))
  assert.deepEqual([noted?.location, noted?.problems], [second.last, []])
})

test('BACKUP_RATE_MB holds a backup back', async () => {
  const cluster = join(server.folder, 'postgres/data/base')
  const names = await readdir(cluster, { recursive: true })
  const bytes = names.reduce((sum, name) => sum + statSync(join(cluster, name)).size, 0)
  const began = performance.now()
  const variables = { DATA_DIR: server.folder, BACKUP_RATE_MB: '40' }
  const made = await runBackupCommand('backup', variables, join(folder, 'slow-backups'))
  assert.equal(made.code, 0, made.err)
  assert.ok((performance.now() - began) * 40_000 >= bytes)
})

test('with BACKUP_KEY everything but the manifest is encrypted, and a wrong or missing key is refused by name', async () => {
  const sealed = { DATA_DIR: server.folder, BACKUP_KEY: secret }
  const made = await runBackupCommand('backup', sealed, join(folder, 'sealed'))
  assert.equal(made.code, 0, made.err)
  const key = readFileSync(join(server.folder, 'secret.key'))
  for (const entry of await readdir(made.last, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = readFileSync(join(entry.parentPath, entry.name))
    assert.equal(bytes.includes(key.subarray(0, 20)), false, entry.name)
    assert.notEqual(bytes.readUInt32LE(0), 0xfd2fb528, `${entry.name} is no readable Zstandard file`)
  }
  for (const BACKUP_KEY of ['', 'another key of the office']) {
    const variables = { DATA_DIR: join(folder, 'never'), BACKUP_KEY }
    const refused = await runBackupCommand('restore', variables, made.last)
    assert.equal(refused.code, 1)
    assert.match(refused.err, /BACKUP_KEY/)
  }
  const again = await runBackupCommand('backup', sealed, join(folder, 'sealed'))
  assert.equal(countsOf(again.last).copiedCount, 0)
  const checked = await runBackupCommand('backup', sealed, '--check', again.last)
  assert.equal(checked.code, 0, checked.err)
})

test('an interrupted backup is refused, and so is a folder that is none', async () => {
  const interrupted = join(folder, 'interrupted')
  await cp(await soundBackup(), interrupted, { recursive: true })
  await rm(join(interrupted, 'manifest.json'))
  const refused = await restore('never', interrupted)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /has no manifest\.json: it is no backup, or the backup was interrupted/)
  assert.equal((await restore('never', join(folder, 'nothing'))).code, 1)
})

test('a damaged or missing file is named, and the data folder is empty again', async () => {
  const made = await soundBackup()
  for (const part of ['database', 'files', 'secrets']) {
    for (const damage of ['changed', 'missing']) {
      const copy = join(folder, 'damaged', part, damage)
      await mkdir(join(folder, 'damaged', part), { recursive: true })
      await cp(made, copy, { recursive: true })
      const file = await anyFile(copy, part)
      const bytes = readFileSync(file)
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      if (damage === 'changed') await writeFile(file, bytes)
      else await rm(file)
      const refused = await restore(`never-${part}-${damage}`, copy)
      assert.equal(refused.code, 1)
      assert.ok(refused.err.includes(file.slice(copy.length + 1)), refused.err)
      assert.match(refused.err, damage === 'changed' ? /is damaged/ : /is missing/)
      assert.deepEqual(await readdir(join(folder, `never-${part}-${damage}`)), [])
    }
  }
})

test('no server starts on a folder whose restore was killed, and the next restore begins anew', async () => {
  const made = await soundBackup()
  const dataDir = join(folder, 'killed')
  await mkdir(dataDir, { mode: 0o711 })
  await writeFile(join(dataDir, 'restore.unfinished'), '')
  await writeFile(join(dataDir, 'secret.key'), 'half')
  for (const WORKERS of ['1', '2']) {
    const started = await startServer({ DATA_DIR: dataDir, WORKERS })
    assert.equal(await started.exit, 1)
    assert.match(started.stderr(), /did not end/)
  }
  const copied = await runBackupCommand('backup', { DATA_DIR: dataDir }, backups)
  assert.equal(copied.code, 1)
  assert.match(copied.err, /did not end/)
  assert.ok(!existsSync(join(dataDir, 'postgres')), 'no database was begun')
  const restored = await restore('killed', made)
  assert.equal(restored.code, 0, restored.err)
  assert.notEqual(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'half')
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileContentUrl } from '@portal/contract'
import { z } from 'zod'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import { runBackupCommand } from './test-support/commands.ts'
import { startLoad } from './test-support/load.ts'
import type { Load } from './test-support/load.ts'

const key = { BACKUP_KEY: 'a key of the office, 2026' }
const State = z.object({ instant: z.coerce.date(), fileLists: z.array(z.unknown()) })

/** Long tests run in `npm run prove -- backups`. */
const onlyProof = process.env['PROVE'] === '1' ? false : 'npm run prove -- backups runs it'

let server: KillableServer
let cookie: string
let folder: string
let backup: string
let load: Load

before(
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-point-in-time-'))
    await chmod(folder, 0o711)
    server = await startKillable('point-in-time', { DEMO: '0', ...key })
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
    const made = await runBackupCommand(
      'backup',
      { DATA_DIR: server.folder, ...key },
      join(folder, 'backups'),
    )
    assert.equal(made.code, 0, made.err)
    backup = made.last
  },
  { timeout: 120_000 },
)
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const archived = async () => State.parse(JSON.parse(await readFile(join(backup, 'log/state.json'), 'utf8')))

/** Waits until the archive has everything that was acknowledged before this instant. */
async function untilArchived(at: Date): Promise<void> {
  for (;;) {
    const { instant } = await archived().catch(() => ({ instant: new Date(0) }))
    if (instant >= at) return
    await wait(100)
  }
}

const restoreAt = (dataDir: string, at: Date) =>
  runBackupCommand('restore', { DATA_DIR: join(folder, dataDir), ...key }, backup, '--at', at.toISOString())

/** Starts a restored portal. Returns which of the acknowledged records it has. */
async function recordsOf(dataDir: string): Promise<{ tasks: string[]; files: string[] }> {
  const restored = await startServer({ DATA_DIR: join(folder, dataDir) })
  const address = (path: string) => `http://localhost:${restored.port}${path}`
  try {
    await untilReady(restored)
    const headers = { cookie, 'content-type': 'application/json' }
    const [tasks, files]: [string[], string[]] = [[], []]
    for (const { pid } of load.tasks) {
      const body = JSON.stringify({ apiPath: `tasks/${pid}`, method: 'GET' })
      if ((await fetch(address('/api/crud'), { method: 'POST', headers, body })).ok) tasks.push(pid)
    }
    for (const { pid, sha256 } of load.files) {
      const response = await fetch(address(fileContentUrl(pid)), { headers })
      if (!response.ok) continue
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
      files.push(pid)
    }
    return { tasks, files }
  } finally {
    restored.child.kill('SIGTERM')
    await restored.exit
  }
}

const pidsBefore = (receipts: Load['tasks'], at: Date) =>
  receipts.filter((receipt) => receipt.at < at.getTime()).map(({ pid }) => pid)

test('a portal is restored as of an instant after the backup, with the files that were stored meanwhile', async () => {
  load = startLoad(server, cookie)
  await load.more()
  await wait(200)
  const at = new Date()
  await wait(200)
  await load.more()
  await load.stop()
  const ended = new Date()
  await untilArchived(ended)
  assert.ok((await archived()).fileLists.length > 0)
  const restored = await restoreAt('at', at)
  assert.equal(restored.code, 0, restored.err)
  const { tasks, files } = await recordsOf('at')
  for (const pid of pidsBefore(load.tasks, at)) assert.ok(tasks.includes(pid))
  for (const pid of pidsBefore(load.files, at)) assert.ok(files.includes(pid))
  // Calls that were open at the instant may have been committed before it.
  const open = 3
  assert.ok(tasks.length + files.length <= pidsBefore([...load.tasks, ...load.files], at).length + open)
  assert.ok(tasks.length < load.tasks.length)
})

test(
  'an instant after the last change is the state of the last change, also across a restart of the portal',
  { skip: onlyProof },
  async () => {
    await server.kill(true)
    await server.start()
    const at = new Date()
    await untilArchived(at)
    const restored = await restoreAt('last', at)
    assert.equal(restored.code, 0, restored.err)
    const { tasks, files } = await recordsOf('last')
    assert.deepEqual([tasks.length, files.length], [load.tasks.length, load.files.length])
  },
)

test('an instant outside of the archive is refused with the instants there are', async () => {
  const { instant } = await archived()
  for (const at of [new Date(0), new Date(instant.getTime() + 3_600_000)]) {
    const refused = await restoreAt('never', at)
    assert.equal(refused.code, 1)
    assert.match(refused.err, /--at takes an instant from \S+Z to \S+Z\./)
  }
  const wrong = await runBackupCommand(
    'restore',
    { DATA_DIR: join(folder, 'never'), ...key },
    backup,
    '--at',
    'noon',
  )
  assert.equal(wrong.code, 1)
})

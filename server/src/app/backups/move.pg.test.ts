import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { connectionOf, openEmbedded } from '#platform/database/embedded-database.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import type { Database } from '#platform/database/database.ts'
import { createFolderPlace } from '#backup/folder-place.ts'
import { openBucket } from '#files/test-support/open-bucket.ts'
import type { OpenedBucket } from '#files/test-support/open-bucket.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import { runBackupCommand } from './test-support/commands.ts'

/** Long tests run in `npm run prove -- backups`. */
const onlyProof = process.env['PROVE'] === '1' ? false : 'npm run prove -- backups runs it'

const secretKey = 'kQ9vX2mT7rLw4Zp8sB1nYc6Df3HjUe5A'
let folder: string
let other: Database
let url: string
let opened: OpenedBucket

before(
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-move-'))
    await chmod(folder, 0o711)
    opened = await openBucket(true)
    // A PostgreSQL that is reached by DATABASE_URL, as a role without superuser rights.
    const home = join(folder, 'other')
    await mkdir(home, { mode: 0o711 })
    other = await openEmbedded(home, pino({ level: 'silent' }))
    const { host, user, password } = await connectionOf(home, (await runningSocket(home)) ?? '', 'portal')
    url = `postgres://${user}:${String(password)}@localhost/portal?host=${encodeURIComponent(host ?? '')}`
  },
  { timeout: 120_000 },
)
after(async () => {
  await opened.close()
  await other.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the portal of these variables until `work` is done. */
async function whileRunning<Result>(
  variables: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const server = await startServer(variables)
  try {
    await untilReady(server)
    return await work()
  } finally {
    server.child.kill('SIGTERM')
    await server.exit
  }
}

test(
  'a portal moves from the embedded PostgreSQL to DATABASE_URL and a bucket, and back, with all its records',
  { skip: onlyProof },
  async () => {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = opened.bucket
    const embedded = { DATA_DIR: join(folder, 'one'), SECRET_KEY: secretKey }
    const files = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    const moved = { DATA_DIR: join(folder, 'two'), SECRET_KEY: secretKey, DATABASE_URL: url, ...files }
    const back = { DATA_DIR: join(folder, 'three'), SECRET_KEY: secretKey }
    const backups = createFolderPlace(join(folder, 'backups'))

    const first = await whileRunning({ ...embedded, DEMO: '1', SEED_DATE: '2026-11-20' }, () =>
      runBackupCommand('backup', embedded, backups.location),
    )
    assert.equal(first.code, 0, first.err)
    const there = await runBackupCommand('restore', moved, first.last)
    assert.equal(there.code, 0, there.err)
    assert.ok((await Array.fromAsync(opened.store.list())).length > 0)
    const second = await whileRunning({ ...moved, DEMO: '1' }, () =>
      runBackupCommand('backup', moved, backups.location),
    )
    assert.equal(second.code, 0, second.err)
    const again = await runBackupCommand(
      'restore',
      { ...moved, DATA_DIR: join(folder, 'never') },
      second.last,
    )
    assert.equal(again.code, 1)
    assert.match(again.err, /database at DATABASE_URL is not empty/)
    const checked = await runBackupCommand('backup', moved, '--check', second.last)
    assert.equal(checked.code, 0, checked.err)
    const home = await runBackupCommand('restore', back, second.last)
    assert.equal(home.code, 0, home.err)
    await whileRunning({ ...back, DEMO: '1' }, async () => undefined)
  },
)

test('another SECRET_KEY than that of the portal is refused', { skip: onlyProof }, async () => {
  const [name] = await createFolderPlace(join(folder, 'backups')).names()
  const backup = join(folder, 'backups', name ?? '')
  const variables = { DATA_DIR: join(folder, 'never') }
  const missing = await runBackupCommand('restore', variables, backup)
  assert.equal(missing.code, 1)
  assert.match(missing.err, /SECRET_KEY is missing/)
  const wrong = { ...variables, SECRET_KEY: `${secretKey.slice(1)}z` }
  assert.match((await runBackupCommand('restore', wrong, backup)).err, /SECRET_KEY is not the key/)
})

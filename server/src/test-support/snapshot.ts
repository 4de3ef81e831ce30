import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate, readMigrations } from '#platform/database/migrate.ts'
import { openPglite } from '#platform/database/pglite-database.ts'

const cacheFolder = join(import.meta.dirname, '../../../.cache/test-database')

/** Path of the snapshot. Its name changes with every migration. */
async function snapshotPath(): Promise<string> {
  const migrations = await readMigrations()
  const hash = createHash('sha256').update(
    migrations.map((migration) => `${migration.name} ${migration.checksum}`).join('\n'),
  )
  return join(cacheFolder, `${hash.digest('hex').slice(0, 16)}.tar`)
}

async function makeSnapshot(path: string): Promise<Buffer> {
  const database = await openPglite({ folder: null })
  await migrate(database.kysely)
  const bytes = Buffer.from(await (await database.dump()).arrayBuffer())
  await database.close()
  await mkdir(cacheFolder, { recursive: true })
  // Test files run in parallel. Each writes its own file and renames it, so the snapshot is always complete.
  const own = `${path}.${process.pid}`
  await writeFile(own, bytes)
  await rename(own, path)
  return bytes
}

let snapshot: Promise<Blob> | undefined

/**
 * A migrated, empty database as a blob. It is created once per change of migrations, because that takes
 * seconds.
 */
export function migratedSnapshot(): Promise<Blob> {
  snapshot ??= snapshotPath().then(async (path) => {
    const bytes = await readFile(path).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return makeSnapshot(path)
      throw error
    })
    return new Blob([new Uint8Array(bytes)])
  })
  return snapshot
}

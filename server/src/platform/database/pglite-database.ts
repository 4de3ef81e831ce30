import type { Database } from './database.ts'
import { createSessionDatabase } from './session-database.ts'

export interface PgliteOptions {
  /** Data folder; null keeps the data in memory. */
  folder: string | null
  /** A dump made by `dumpDataDir` to start from. */
  snapshot?: Blob
}

export interface PgliteDatabase extends Database {
  /** The whole database as one blob, to start other databases from. */
  dump(): Promise<Blob>
}

/**
 * PGlite in this process, for tests and demonstrations: it blocks the event loop and never syncs to disk. Its
 * packages are loaded here, because a server with PostgreSQL does not need them.
 */
export async function openPglite({ folder, snapshot }: PgliteOptions): Promise<PgliteDatabase> {
  const [{ PGlite }, { pg_trgm }, { unaccent }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/unaccent'),
  ])
  const lite = await PGlite.create({
    extensions: { pg_trgm, unaccent },
    ...(folder === null ? {} : { dataDir: folder }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  })
  const database = await createSessionDatabase({ exec: (bytes) => lite.execProtocolRaw(bytes) }, () =>
    lite.close(),
  )
  return { ...database, dump: () => lite.dumpDataDir('none') }
}

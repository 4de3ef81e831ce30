import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { Database } from './database.ts'
import { createSessionListener } from './listener.ts'
import { createPgDatabase, createPool } from './pg-database.ts'
import { PgliteStream } from './pglite-stream.ts'
import type { WireSession } from './pglite-stream.ts'
import { StatementNames } from './statement-names.ts'

/** The extensions that the migrations need. On the embedded server its superuser creates them. */
export const createExtensions =
  'create extension if not exists pg_trgm; create extension if not exists unaccent'

/** A database with a single session that is reached through a stream. `closeServer` ends the session. */
export async function createSessionDatabase(
  session: WireSession,
  closeServer: () => Promise<void>,
): Promise<Database> {
  // No statement names: PGlite omits ParseComplete when a later message of the batch fails, and the driver
  // would prepare the same name twice.
  const names = new StatementNames(0)
  const pool = createPool({
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new PgliteStream(session),
    names,
    onLost: () => undefined,
  })
  const listener = createSessionListener(pool)
  await pool.query(createExtensions)
  return createPgDatabase({
    kind: 'pglite',
    pool,
    slowPool: pool,
    searchPool: pool,
    listener,
    names,
    closeServer,
  })
}

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

/** PGlite in this process, for tests and demonstrations: it blocks the event loop and never syncs to disk. */
export async function openPglite({ folder, snapshot }: PgliteOptions): Promise<PgliteDatabase> {
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

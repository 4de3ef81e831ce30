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

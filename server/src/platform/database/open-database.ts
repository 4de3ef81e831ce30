import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { Environment } from '#platform/environment/environment.ts'
import type { StatementObserver } from '#platform/tracing/tracing.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded-database.ts'
import { NoBinariesError } from './embedded/binaries.ts'
import { ClusterError } from './embedded/cluster.ts'
import { openPglite } from './pglite-database.ts'
import { openServer } from './server-database.ts'
import { openWorkerDatabase } from './worker-database.ts'

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/**
 * The embedded database: PostgreSQL, or PGlite where PostgreSQL cannot run. A data folder keeps the database
 * it was created with, because the other one would start empty. `say` gets one sentence for the terminal when
 * PGlite is used. In production no new database is begun with PGlite.
 */
async function openInDataDir(
  { dataDir, production, workers }: Environment,
  log: Logger,
  say: (line: string) => void,
  onStatement: StatementObserver | undefined,
): Promise<Database> {
  const [cluster, lite] = [join(dataDir, 'postgres/data'), join(dataDir, 'pglite')]
  if (await exists(lite)) {
    say(
      `The database in ${lite} is PGlite, as this folder began with it: slower than PostgreSQL, and a power cut may lose data.`,
    )
    return openWorkerDatabase(lite)
  }
  try {
    return await openEmbedded(dataDir, log, { workers, onStatement })
  } catch (error) {
    if (!(error instanceof NoBinariesError || error instanceof ClusterError)) throw error
    if (await exists(cluster))
      throw new StartRefusal(
        `PostgreSQL in ${cluster} does not start (${error.message}); its log is ${join(dataDir, 'postgres/log')}.`,
      )
    if (production) {
      const remedy = /effective user ID/.test(error.message)
        ? 'Give this user an entry in /etc/passwd, or set DATABASE_URL.'
        : 'Remove this cause, or set DATABASE_URL.'
      throw new StartRefusal(
        `PostgreSQL cannot run here (${error.message}), and NODE_ENV=production does not begin with PGlite, where a power cut may lose data. ${remedy}`,
      )
    }
    say(
      `PostgreSQL cannot run here (${error.message}), so the database is PGlite: slower, and a power cut may lose data. DATABASE_URL takes any PostgreSQL.`,
    )
    return openWorkerDatabase(lite)
  }
}

/**
 * Opens the database that the environment names. `onStatement` observes the statements of a PostgreSQL.
 * Throws a StartRefusal with the reason and the remedy.
 */
export function openDatabase(
  environment: Environment,
  log: Logger,
  say: (line: string) => void,
  onStatement?: StatementObserver,
): Promise<Database> {
  const choice = environment.database
  switch (choice.kind) {
    case 'embedded':
      return openInDataDir(environment, log, say, onStatement)
    case 'server':
      return openServer(choice.url, log, onStatement)
    case 'pglite':
      return openPglite({ folder: choice.folder })
  }
}

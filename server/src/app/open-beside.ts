import type { Environment } from '#platform/environment/environment.ts'
import type { Database } from '#platform/database/database.ts'
import { connectRunning } from '#platform/database/embedded-database.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { openDataDir } from '#platform/storage/open-data-dir.ts'
import { createLog } from './open-deps.ts'

interface OpenedDatabase {
  database: Database
  close(): Promise<void>
}
/**
 * Opens the portal's database for a command. Throws a StartRefusal while a portal runs on the data folder.
 */
export async function openAlone(environment: Environment): Promise<OpenedDatabase> {
  const log = createLog('warn')
  const lock = environment.database.kind === 'embedded' ? await openDataDir(environment.dataDir) : null
  const database = await openDatabase(environment, log, (line) => void process.stderr.write(`${line}\n`))
  return {
    database,
    close: async () => {
      await database.close()
      await lock?.release()
    },
  }
}

/** Opens the portal's database for a command, also while the portal runs. */
export async function openBeside(environment: Environment): Promise<OpenedDatabase> {
  const socket = environment.database.kind === 'embedded' ? await runningSocket(environment.dataDir) : null
  const running =
    socket === null ? null : await connectRunning(environment.dataDir, socket, createLog('warn'))
  return running === null ? openAlone(environment) : { database: running, close: () => running.close() }
}

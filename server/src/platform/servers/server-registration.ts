import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { ShellRecord } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { PlatformDeps } from '../deps.ts'

const beatEveryMs = 10_000
/** A server without a heartbeat for this long has ended. */
const goneAfterSeconds = 30
const goneAfter = sql.raw(`interval '${goneAfterSeconds} seconds'`)

export type ServerDeps = Pick<PlatformDeps, 'database' | 'ids' | 'log' | 'memory'>

const RunningServer = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  store: z.string().nullable(),
  started_at: z.date(),
})
export type RunningServer = z.infer<typeof RunningServer>

/** The servers that run on this database now. */
export async function listServers(kysely: Kysely<Tables>): Promise<RunningServer[]> {
  const { rows } = await sql`select id, host, pid, store, started_at from servers
    where seen_at > clock_timestamp() - ${goneAfter} order by started_at, id`.execute(kysely)
  return z.array(RunningServer).parse(rows)
}

const DeliveredShell = z.object({ shell: ShellRecord })

/** The shells that servers on this database deliver now, each version once. */
export async function listShells(database: Database): Promise<ShellRecord[]> {
  const rows = await database.query(
    `select distinct on (shell ->> 'version') shell from servers
      where shell is not null and seen_at > clock_timestamp() - interval '${goneAfterSeconds} seconds' order by shell ->> 'version'`,
    [],
    DeliveredShell,
  )
  return rows.map(({ shell }) => shell)
}

/** One sentence about servers with different file stores, with the remedy; null when all have the same. */
export function storeConflict(own: string | null, others: readonly RunningServer[]): string | null {
  const other = others.find(({ store }) => store !== null && own !== null && store !== own)
  if (other === undefined) return null
  return `The server on ${other.host} (process ${other.pid}) works on this database with other files: what one stores, the other cannot find. Set S3_ENDPOINT, S3_BUCKET and its keys to one bucket for all servers, or let DATA_DIR/files of each be the same shared folder.`
}

/** Registration of a server for as long as it runs. */
export interface Registration {
  /** Tells that the server runs, and compares its file store with those of the others. */
  beat(): Promise<void>
  /** Ends the registration. */
  leave(): Promise<void>
}

/**
 * Registers this server, with the id of its file store, until it leaves. Throws a StartRefusal while another
 * server runs on this database with another file store. A conflict that begins later, for example when a
 * paused server goes on, is logged and shown by the health check. Source: decision 0101.
 */
export async function registerServer(
  deps: ServerDeps,
  store: string | null,
  shell: ShellRecord | null = null,
): Promise<Registration> {
  const { database, log, memory } = deps
  const { kysely } = database
  const id = deps.ids.token(12)
  const own = {
    id,
    host: hostname(),
    pid: process.pid,
    store,
    shell: shell === null ? null : JSON.stringify(shell),
  }

  await kysely.transaction().execute(async (trx) => {
    // One registration at a time, so that of two servers that start together one sees the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('servers', 0))`.execute(trx)
    const conflict = storeConflict(store, await listServers(trx))
    if (conflict !== null)
      throw new StartRefusal(
        `${conflict} If that server has just ended, start again in ${goneAfterSeconds} seconds.`,
      )
    await sql`delete from servers where seen_at < clock_timestamp() - interval '1 day'`.execute(trx)
    await trx.insertInto('servers').values(own).execute()
  })

  async function beat(): Promise<void> {
    await sql`insert into servers (id, host, pid, store, shell)
      values (${id}, ${own.host}, ${own.pid}, ${store}, ${own.shell}::jsonb)
      on conflict (id) do update set seen_at = clock_timestamp()`.execute(kysely)
    const others = (await listServers(kysely)).filter((server) => server.id !== id)
    const conflict = storeConflict(store, others)
    if (conflict !== null && memory.storeConflict !== conflict) log.error(conflict)
    if (conflict === null) delete memory.storeConflict
    else memory.storeConflict = conflict
  }

  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beat().catch((error: unknown) =>
      log.warn({ err: error }, 'heartbeat of this server not written'),
    )
  }, beatEveryMs).unref()
  return {
    beat,
    async leave() {
      clearInterval(timer)
      await beating
      await kysely.deleteFrom('servers').where('id', '=', id).execute()
    },
  }
}

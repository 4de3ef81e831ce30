import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { missingEventMonths } from '#platform/database/event-months.ts'
import { missingMigrations } from '#platform/database/migrate.ts'
import { connectionsPerServer } from '#platform/database/server-database.ts'
import { listServers, storeConflict } from '#platform/servers/server-registration.ts'
import { fine, soon, stateOfLimit, wrong } from './findings.ts'
import type { CheckResult, Finding } from './findings.ts'

const Facts = z.object({
  version: z.string(),
  fsync: z.string(),
  full_page_writes: z.string(),
  synchronous_commit: z.string(),
  autovacuum: z.string(),
  recovering: z.boolean(),
  size_bytes: z.number(),
  shared_bytes: z.number(),
  max_connections: z.number(),
  reserved: z.number(),
  connections: z.number(),
  transaction_age: z.number(),
})
type Facts = z.infer<typeof Facts>

const factsText = `select current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit, current_setting('autovacuum') as autovacuum, pg_is_in_recovery() as recovering,
  pg_database_size(current_database())::float8 as size_bytes, pg_size_bytes(current_setting('shared_buffers'))::float8 as shared_bytes,
  current_setting('max_connections')::int as max_connections, current_setting('superuser_reserved_connections')::int as reserved,
  (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
  (select age(datfrozenxid) from pg_database where datname = current_database())::float8 as transaction_age`

/** PostgreSQL stops accepting writes a few million transactions before this age. */
const maxTransactionAge = 2_146_483_648
const gigabyte = 1_073_741_824
const inGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`

function checkSettings(facts: Facts): Finding[] {
  const unsafe = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).filter(
    (name) => facts[name] === 'off',
  )
  return [
    ...(facts.recovering
      ? [wrong('Database', 'this PostgreSQL is a standby and takes no writes: connect to the primary.')]
      : []),
    ...(unsafe.length > 0
      ? [
          wrong(
            'Database',
            `${unsafe.join(' and ')} is off, so a power cut may lose or damage data: turn it on.`,
          ),
        ]
      : []),
    ...(facts.autovacuum === 'off'
      ? [wrong('Database', 'autovacuum is off, so the database grows and slows down: turn it on.')]
      : []),
    ...(facts.shared_bytes < gigabyte / 4 && facts.size_bytes > 4 * gigabyte
      ? [
          soon(
            'Database',
            `shared_buffers is ${inGigabytes(facts.shared_bytes)} for ${inGigabytes(facts.size_bytes)} of data: a quarter of the memory is usual.`,
          ),
        ]
      : []),
  ]
}

/** Version, settings and size of the database, its connections and the age of its oldest transaction. */
export async function checkDatabase(database: Database): Promise<CheckResult> {
  const [facts] = z.array(Facts).parse(await database.query(factsText, []))
  if (facts === undefined) return { findings: [wrong('Database', 'it does not tell its settings.')] }
  const servers = Math.max(1, (await listServers(database.kysely)).length)
  const available = facts.max_connections - facts.reserved
  const needed = servers * connectionsPerServer
  const connections = {
    name: 'connections of the database',
    usedPart: Math.max(needed, facts.connections) / available,
  }
  const age = {
    name: 'transactions before a vacuum must have run',
    usedPart: facts.transaction_age / maxTransactionAge,
  }
  return {
    findings: [
      fine('Database', `PostgreSQL ${facts.version} answers and holds ${inGigabytes(facts.size_bytes)}.`),
      ...checkSettings(facts),
      {
        about: 'Connections',
        state: stateOfLimit(connections),
        says: `${facts.connections} of ${available} are in use; ${servers === 1 ? 'one server needs' : `${servers} servers need`} up to ${needed}.`,
      },
      {
        about: 'Transactions',
        state: stateOfLimit(age),
        says: `the oldest row was frozen ${Math.round(facts.transaction_age).toLocaleString('en-US')} transactions ago; the database stops at ${maxTransactionAge.toLocaleString('en-US')}.`,
      },
    ],
    limits: [connections, age],
  }
}

export async function checkMigrations({ kysely }: Database): Promise<CheckResult> {
  const missing = await missingMigrations(kysely)
  return {
    findings: [
      missing.length === 0
        ? fine('Migrations', 'all have run.')
        : wrong(
            'Migrations',
            `${missing.length} have not run (${missing[0] ?? ''} is the first): run npm run migrate.`,
          ),
    ],
  }
}

/** Whether the months have their partitions in which the events of the next weeks end. */
export async function checkEventMonths({ kysely }: Database, now: Date): Promise<CheckResult> {
  const missing = await missingEventMonths(kysely, now)
  return {
    findings: [
      missing.length === 0
        ? fine('Events', 'the coming months have their partitions.')
        : soon(
            'Events',
            `${missing.join(' and ')} ${missing.length === 1 ? 'has' : 'have'} no partition, so events go to history_without_month: start the task rotate-events under Settings, Background work.`,
          ),
    ],
  }
}

/** The servers that run on the database, and whether all have the same file store. */
export async function checkServers({ kysely }: Database): Promise<CheckResult> {
  const servers = await listServers(kysely)
  const names = servers.map(({ host, pid }) => `${host} (process ${pid})`).join(', ')
  const conflict = servers.map(({ store }) => storeConflict(store, servers)).find((each) => each !== null)
  if (conflict !== undefined) return { findings: [wrong('Servers', conflict)] }
  return { findings: [fine('Servers', servers.length === 0 ? 'none runs now.' : `${names}.`)] }
}

/** Differences that sign-in, alerts and the order of events can bear. */
const [soonMs, wrongMs] = [2_000, 30_000]

/** Compares the clocks of server and database; `roundTripMs` is how long the question took. */
export function judgeClock(differenceMs: number, roundTripMs: number): Finding {
  const offMs = Math.max(0, Math.abs(differenceMs) - roundTripMs)
  const says = `the clocks of this server and the database differ by ${(offMs / 1000).toFixed(1)} s`
  if (offMs < soonMs) return fine('Clock', `${says}.`)
  const remedy = `${says}: synchronize both, for example with chrony.`
  return offMs < wrongMs ? soon('Clock', remedy) : wrong('Clock', remedy)
}

export async function checkClock(database: Database): Promise<CheckResult> {
  const beganMs = Date.now()
  const [row] = z
    .array(z.object({ at: z.date() }))
    .parse(await database.query('select clock_timestamp() as at', []))
  const endedMs = Date.now()
  const middleMs = (beganMs + endedMs) / 2
  return { findings: [judgeClock(middleMs - (row?.at.getTime() ?? middleMs), endedMs - beganMs)] }
}

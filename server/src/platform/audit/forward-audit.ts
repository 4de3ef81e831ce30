import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { AuditDestination } from '#platform/environment/audit.ts'
import type { Tables } from '#platform/database/tables.ts'
import { PollingWorker } from '#platform/jobs/polling-worker.ts'
import type { PlatformDeps } from '../deps.ts'
import type { AuditSink, SentRow } from './audit-sink.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

const pollIntervalMs = 1_000
const rowsAtOnce = 500
const sendingLock = advisoryLocks.auditSending

/** The name under which the progress of a destination is stored. */
export function sendName(destination: AuditDestination): string {
  switch (destination.kind) {
    case 'stdout':
      return '-'
    case 'file':
      return destination.path
    case 'syslog':
      return `${destination.tls ? 'syslogs' : 'syslog'}://${destination.host}:${destination.port}`
  }
}

function nextRows(trx: Transaction<Tables>, name: string) {
  return sql<
    SentRow & { at: Date }
  >`select c.position, c.hash, a.at, a.kind, a.actor, a.person, a.request, a.address, a.user_agent as "userAgent", a.detail
    from audit_chain c join audit a on a.id = c.audit
    where c.position > coalesce((select s.position from audit_sent s where s.destination = ${name}), 0)
    order by c.position limit ${rowsAtOnce}::bigint`.execute(trx)
}

/**
 * Sends the audit rows to a destination in the order of the chain, each at least once. The database stores
 * the last position that was sent, so after a failure any server can continue from there. One server sends at
 * a time.
 */
export class AuditForwarder {
  readonly #deps: Pick<PlatformDeps, 'database' | 'log'>
  readonly #name: string
  readonly #sink: AuditSink
  readonly #loop: PollingWorker
  #hasFailed = false

  constructor(deps: Pick<PlatformDeps, 'database' | 'log'>, destination: AuditDestination, sink: AuditSink) {
    this.#deps = deps
    this.#name = sendName(destination)
    this.#sink = sink
    this.#loop = new PollingWorker({
      pollIntervalMs,
      next: () => this.#next(),
      onError: (error) => this.#onFault(error),
    })
  }

  start(): void {
    this.#loop.start()
    this.#loop.wake()
  }

  /** Sends the remaining rows and stops. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    try {
      while (await this.#next());
    } catch (error) {
      this.#onFault(error)
    }
  }

  /** Sends the next rows. Returns false when no more rows are waiting. */
  #next(): Promise<boolean> {
    return this.#deps.database.kysely.transaction().execute(async (trx) => {
      const { rows: locks } = await sql<{
        mine: boolean
      }>`select pg_try_advisory_xact_lock(${sendingLock}::bigint) as mine`.execute(trx)
      if (locks[0]?.mine !== true) return false
      const { rows } = await nextRows(trx, this.#name)
      const last = rows.at(-1)
      if (last === undefined) return false
      await this.#sink(rows.map((row) => ({ ...row, at: row.at.toISOString() })))
      await sql`insert into audit_sent (destination, position) values (${this.#name}, ${last.position}::bigint)
        on conflict (destination) do update set position = excluded.position`.execute(trx)
      if (this.#hasFailed) this.#deps.log.info({ destination: this.#name }, 'the audit is sent again')
      this.#hasFailed = false
      return rows.length === rowsAtOnce
    })
  }

  #onFault(error: unknown): void {
    if (!this.#hasFailed)
      this.#deps.log.error(
        { err: error, destination: this.#name },
        'the audit could not be sent and is sent later',
      )
    this.#hasFailed = true
  }
}

import type { Deps } from '../deps.ts'
import { insertAudit } from './audit-trail.ts'
import type { AuditLine } from './audit-trail.ts'

type QueueDeps = Pick<Deps, 'database' | 'log'>

const flushAfterMs = 200
const retryAfterMs = 2_000
const rowsAtOnce = 500
/** More are not held while the database does not take them; what is over goes to the log, whole. */
const maxHeld = 10_000

/**
 * Rows of the audit that tell of reading: a call does not wait for them. They are written a fifth of a second
 * later, several in one transaction. What the database refuses is tried again, and nothing is dropped in
 * silence: what cannot be held or written is logged.
 */
export class AuditQueue {
  readonly #deps: QueueDeps
  #held: AuditLine[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(deps: QueueDeps) {
    this.#deps = deps
  }

  add(line: AuditLine): void {
    this.#held.push(line)
    if (this.#held.length > maxHeld)
      this.#log(this.#held.splice(0, this.#held.length - maxHeld), 'too many rows of the audit wait')
    this.#later(flushAfterMs)
  }

  /** Writes what waits; a failure is logged and tried again later. */
  async flush(): Promise<void> {
    try {
      while (this.#held.length > 0) {
        this.#writing ??= this.#write().finally(() => {
          this.#writing = undefined
        })
        await this.#writing
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'rows of the audit were not written and are tried again')
      this.#later(retryAfterMs)
    }
  }

  /** Writes what waits, for the last time: what the database does not take goes to the log. */
  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
    this.#log(this.#held.splice(0), 'the server stops with rows of the audit unwritten')
  }

  async #write(): Promise<void> {
    const part = this.#held.slice(0, rowsAtOnce)
    await insertAudit(this.#deps.database.kysely, part)
    const written = new Set(part)
    this.#held = this.#held.filter((line) => !written.has(line))
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, ms).unref()
  }

  #log(lines: readonly AuditLine[], reason: string): void {
    for (const line of lines) this.#deps.log.error({ audit: line }, reason)
  }
}

const queues = new WeakMap<Deps['database'], AuditQueue>()

/** The queue of this server; one for all features. */
export function auditQueueOf(deps: QueueDeps): AuditQueue {
  const known = queues.get(deps.database) ?? new AuditQueue(deps)
  queues.set(deps.database, known)
  return known
}

/**
 * Writes what this server has yet to write of it, so that whoever reads the audit next finds everything up to
 * now.
 */
export async function flushAudit(database: Deps['database']): Promise<void> {
  await queues.get(database)?.flush()
}

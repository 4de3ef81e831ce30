import type { Logger } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { insertAudit } from './audit-trail.ts'
import type { AuditLine } from './audit-trail.ts'

interface QueueDeps {
  database: Database
  log: Logger
}

const flushAfterMs = 200
const retryAfterMs = 2_000
const rowsAtOnce = 500
/**
 * Maximum number of rows kept in memory while the database is unavailable. The oldest rows above it are
 * logged.
 */
const maxHeld = 10_000

/**
 * Queue for audit rows about read access, so that the request does not wait for them. Rows are written in
 * batches after 200 ms. A failed write is retried. Rows that cannot be kept or written are logged, so that
 * none is lost silently.
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

  /** Writes the waiting rows. A failure is logged and retried later. */
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

  /** Writes the waiting rows a last time. Rows that cannot be written are logged. */
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

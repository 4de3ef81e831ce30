import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { batchReads } from './batch-reads.ts'
import type { Database, RunCancelableStatement } from './database.ts'

/** How long a read waits for the standby to reach its position. */
const maxWaitMs = 100
const pollMs = 2
/** The standby answers a question about its position within this time, or it counts as down. */
const respondWithinMs = 1_000
/** How long it counts as a standby of this primary before that is checked again. */
const verifiedForMs = 5_000
/** After the standby was late or failed, reads go to the primary for this time. */
const restMs = 1_000

/** Bytes of the write-ahead log. */
const bytesOf = (position: string) => `pg_wal_lsn_diff(${position}, '0/0')::float8`
const identity = '(select system_identifier::text from pg_control_system())'

const primaryText = `select ${bytesOf('pg_current_wal_flush_lsn()')} as position`
const replayedText = `select pg_is_in_recovery() as "isStandby", coalesce(${bytesOf('pg_last_wal_replay_lsn()')}, 0) as position`

const Position = z.object({ position: z.number() })
const Replayed = Position.extend({ isStandby: z.boolean() })
const Identity = z.object({ identity: z.string() })
const Age = z.object({ seconds: z.number().nullable() })

/** The functions of the database that reads of records use. */
export type RecordReader = Pick<Database, 'query' | 'searchQuery' | 'slowQuery'>

/** Where a read went: to the standby, or to the primary because the standby was late or did not answer. */
export type ReadTarget = 'standby' | 'primary-late' | 'primary-down'
type ReadCounts = Record<ReadTarget, number>

export interface StandbyState {
  /** Why no read goes to the standby; null when they do. */
  problem: string | null
  /** How far its data are behind; null when it does not answer. */
  lagBytes: number | null
  lagSeconds: number | null
}

async function inTime<Answer>(result: Promise<Answer>): Promise<Answer> {
  const stop = new AbortController()
  const late = wait(respondWithinMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`no answer within ${respondWithinMs} ms`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([result, late])
  } finally {
    stop.abort()
  }
}

/**
 * Reads of records on a standby of the primary. A read sees everything that was committed before it began,
 * whoever wrote it: the standby must have replayed the log up to where the primary stood then. If that takes
 * too long, or the standby fails, the read goes to the primary; it is never an error.
 * Source: docs/decisions/0116-read-replica.md
 */
export class Standby {
  readonly #primary: Database
  readonly #standby: Database
  readonly #log: Logger
  readonly #reader: RecordReader
  readonly #askPrimary: () => Promise<number>
  readonly #askStandby: () => Promise<number>
  /** Until when it counts as a standby of this primary. */
  #verifiedUntilMs = 0
  #restsUntilMs = 0
  #restsFor: ReadTarget = 'primary-down'
  #isEnding = false
  readonly #counts: ReadCounts = { standby: 0, 'primary-late': 0, 'primary-down': 0 }

  constructor(primary: Database, standby: Database, log: Logger) {
    this.#primary = primary
    this.#standby = standby
    this.#log = log
    this.#reader = {
      query: this.#runOn('query'),
      searchQuery: this.#runOn('searchQuery'),
      slowQuery: this.#runOn('slowQuery'),
    }
    // Concurrent reads share a question. Its answer is never older than the read.
    const askPrimary = batchReads(async () => {
      const [row] = await primary.query(primaryText, [], Position)
      return new Map([['', row?.position ?? Infinity]])
    })
    this.#askPrimary = async () => (await askPrimary('')) ?? Infinity
    const askStandby = batchReads(async () => new Map([['', await this.#readReplayed()]]))
    this.#askStandby = async () => (await askStandby('')) ?? 0
  }

  /** Reads since the start. */
  get counts(): Readonly<ReadCounts> {
    return { ...this.#counts }
  }

  /** How to read now; null = on the primary. */
  async reader(): Promise<RecordReader | null> {
    if (performance.now() < this.#restsUntilMs) {
      this.#counts[this.#restsFor] += 1
      return null
    }
    let wanted: number
    try {
      wanted = await this.#askPrimary()
    } catch (error) {
      // Another primary may take its place.
      this.#verifiedUntilMs = 0
      throw error
    }
    try {
      if (await this.#hasReached(wanted)) return this.#reader
      this.#rest('primary-late')
    } catch (error) {
      this.#fail(error)
    }
    this.#counts[this.#restsFor] += 1
    return null
  }

  /** For health and metrics. */
  async state(): Promise<StandbyState> {
    try {
      await this.#verify()
      const wanted = await this.#askPrimary()
      const lagBytes = Math.max(0, wanted - (await inTime(this.#askStandby())))
      const text =
        'select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as seconds'
      const [age] = await inTime(this.#standby.query(text, [], Age))
      return { problem: null, lagBytes, lagSeconds: lagBytes === 0 ? 0 : (age?.seconds ?? 0) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return {
        problem: `The standby at DATABASE_READ_URL is not used: ${reason}.`,
        lagBytes: null,
        lagSeconds: null,
      }
    }
  }

  /** Cancels the searches, counts and exports of the standby, and refuses those to come. */
  cancelSlow(): void {
    this.#isEnding = true
    this.#standby.cancelSlow()
  }

  close(): Promise<void> {
    return this.#standby.close()
  }

  async #hasReached(wanted: number): Promise<boolean> {
    if (performance.now() >= this.#verifiedUntilMs) await this.#verify()
    for (const endMs = performance.now() + maxWaitMs; ; await wait(pollMs)) {
      // Never kept: a standby that was killed begins again at an earlier position.
      if ((await inTime(this.#askStandby())) >= wanted) return true
      if (performance.now() >= endMs) return false
    }
  }

  async #readReplayed(): Promise<number> {
    const [row] = await this.#standby.query(replayedText, [], Replayed)
    // A promoted standby has a history of its own, which cannot be compared with that of the primary.
    if (row?.isStandby !== true) throw new Error('it is no standby any more')
    return row.position
  }

  /** Throws unless the standby replays the log of this primary. */
  async #verify(): Promise<void> {
    const [[own], [other]] = await Promise.all([
      this.#primary.query(`select ${identity} as identity`, [], Identity),
      inTime(this.#standby.query(`select ${identity} as identity`, [], Identity)),
    ])
    if (own?.identity !== other?.identity) throw new Error('it belongs to another primary than DATABASE_URL')
    // Asked in this order, a standby is never ahead. One that is has replayed what the primary lost.
    if ((await inTime(this.#askStandby())) > (await this.#askPrimary()))
      throw new Error('it is ahead of the primary, as after a promotion that lost commits')
    this.#verifiedUntilMs = performance.now() + verifiedForMs
  }

  #rest(target: ReadTarget): void {
    this.#restsFor = target
    this.#restsUntilMs = performance.now() + restMs
  }

  #fail(error: unknown): void {
    this.#log.warn({ err: error }, 'the standby does not answer; reads go to the primary')
    this.#verifiedUntilMs = 0
    this.#rest('primary-down')
  }

  /** Runs on the standby, and on the primary when that fails. A canceled read ends on the standby. */
  #runOn(method: keyof RecordReader): RunCancelableStatement {
    const send = (
      database: Database,
      text: string,
      values: readonly unknown[],
      row: z.ZodType,
      signal?: AbortSignal,
    ) =>
      method === 'query' ? database.query(text, values, row) : database[method](text, values, row, signal)
    const run = async (
      text: string,
      values: readonly unknown[],
      row: z.ZodType,
      signal?: AbortSignal,
    ): Promise<unknown[]> => {
      let rows: unknown[]
      try {
        rows = await send(this.#standby, text, values, row, signal)
      } catch (error) {
        if (signal?.aborted === true || this.#isEnding) throw error
        // A defect of the statement fails there too.
        this.#fail(error)
        this.#counts['primary-down'] += 1
        return send(this.#primary, text, values, row, signal)
      }
      this.#counts['standby'] += 1
      return rows
    }
    function overloaded(text: string, values: readonly unknown[]): Promise<unknown[]>
    function overloaded<Row>(
      text: string,
      values: readonly unknown[],
      row: z.ZodType<Row>,
      signal?: AbortSignal,
    ): Promise<Row[]>
    function overloaded(
      text: string,
      values: readonly unknown[],
      row: z.ZodType = z.unknown(),
      signal?: AbortSignal,
    ): Promise<unknown[]> {
      return run(text, values, row, signal)
    }
    return overloaded
  }
}

import { LocalDate, Requirements, addDays, dayIn, seedRequirements } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { readOfficeZone } from '../office-zone.ts'
import { publishDue } from './publish-due.ts'
import type { PublishDueDeps } from './publish-due.ts'

/** A publication of the requirements. */
export interface PublishedRequirements {
  number: number
  requirements: Requirements
}

const Row = z.object({ number: z.number(), requirements: Requirements })
/** The version in force as stored, and the first day for which another one is scheduled. */
const Head = z.object({ number: z.number(), next: LocalDate.nullable() })
const headText = `select (select coalesce(max(number), 0) from requirement_versions) as number,
  (select min(starts_on) from requirement_schedule where state = 'SCHEDULED') as next`

/**
 * The requirements by publication. Publications never change, so each is read once. Which one is in force is
 * read where it matters: when a permit is added. Whoever reads it on the day of a scheduled publication puts
 * that into force, so nothing depends on when the scheduled task runs.
 */
export class RequirementsService {
  readonly #deps: PublishDueDeps & { log: Logger }
  readonly #known = new Map<number, Requirements>([[0, seedRequirements]])
  readonly #inForceIn = new WeakMap<Transaction<Tables>, PublishedRequirements>()
  /**
   * The highest number that was committed before a transaction put scheduled publications into force. Numbers
   * above it are not remembered: the transaction may be rolled back, and another publication get the number.
   */
  readonly #committed = new WeakMap<Transaction<Tables>, number>()

  constructor(deps: PublishDueDeps & { log: Logger }) {
    this.#deps = deps
  }

  #rowsOf<Item>(trx: Transaction<Tables> | undefined, text: string, values: unknown[], row: z.ZodType<Item>) {
    const { database } = this.#deps
    return trx === undefined ? database.query(text, values, row) : database.queryIn(trx, text, values, row)
  }

  /** The publications that this server has read. */
  get known(): ReadonlyMap<number, Requirements> {
    return this.#known
  }

  async #head(trx: Transaction<Tables> | undefined): Promise<z.infer<typeof Head>> {
    const [head] = await this.#rowsOf(trx, headText, [], Head)
    return head ?? { number: 0, next: null }
  }

  /** Today in the time zone of the office, which decides what is in force. */
  async today(trx?: Transaction<Tables>): Promise<LocalDate> {
    return dayIn(await readOfficeZone(this.#deps.database, trx), this.#deps.clock.now())
  }

  async #isDue(next: LocalDate | null, trx: Transaction<Tables> | undefined): Promise<boolean> {
    // No time zone is more than a day ahead of UTC, so the zone is rarely read.
    if (next === null || next > addDays(dayIn('UTC', this.#deps.clock.now()), 1)) return false
    return next <= (await this.today(trx))
  }

  /**
   * Puts the scheduled publications whose day has come into force: in the given transaction, else in one of
   * its own.
   */
  async publishDue(trx?: Transaction<Tables>): Promise<void> {
    const { number, next } = await this.#head(trx)
    if (!(await this.#isDue(next, trx))) return
    const work = async (open: Transaction<Tables>) =>
      publishDue(this.#deps, open, await readOfficeZone(this.#deps.database, open))
    if (trx === undefined) {
      await this.#deps.database.kysely.transaction().execute(work)
      return
    }
    this.#committed.set(trx, Math.min(number, this.#committed.get(trx) ?? number))
    await work(trx)
  }

  /** The same for who only wants to know what is in force: a failure is logged, and nothing changes. */
  async #tryPublishDue(trx: Transaction<Tables> | undefined): Promise<void> {
    if (trx !== undefined) await sql`savepoint requirements_due`.execute(trx)
    try {
      await this.publishDue(trx)
      if (trx !== undefined) await sql`release savepoint requirements_due`.execute(trx)
    } catch (error) {
      if (trx !== undefined) await sql`rollback to savepoint requirements_due`.execute(trx)
      this.#deps.log.error({ err: error }, 'Scheduled requirements could not be put into force')
    }
  }

  /**
   * The publication in force now. Reads its contents if they are new to this server, and puts scheduled ones
   * into force whose day has come.
   */
  async refresh(trx?: Transaction<Tables>): Promise<PublishedRequirements> {
    let head = await this.#head(trx)
    if (await this.#isDue(head.next, trx)) {
      await this.#tryPublishDue(trx)
      head = await this.#head(trx)
    }
    const { number } = head
    const published = { number, requirements: await this.at(number, trx) }
    if (trx !== undefined) this.#inForceIn.set(trx, published)
    return published
  }

  /** The publication in force as of the last `refresh` in this transaction. Throws if there was none. */
  inForceIn(trx: Transaction<Tables>): PublishedRequirements {
    const published = this.#inForceIn.get(trx)
    if (published === undefined) throw new Error('The requirements in force were not read')
    return published
  }

  /** A publication by its number. Throws if there is none. */
  async at(number: number, trx?: Transaction<Tables>): Promise<Requirements> {
    const known = this.#known.get(number)
    if (known !== undefined) return known
    const [row] = await this.#rowsOf(
      trx,
      'select number, requirements from requirement_versions where number = $1',
      [number],
      Row,
    )
    if (row === undefined) throw new Error(`There are no requirements ${number}`)
    const committed = trx === undefined ? undefined : this.#committed.get(trx)
    if (committed === undefined || number <= committed) this.#known.set(number, row.requirements)
    return row.requirements
  }
}

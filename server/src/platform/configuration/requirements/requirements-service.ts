import { Requirements, seedRequirements } from '@portal/contract'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** A publication of the requirements. */
export interface PublishedRequirements {
  number: number
  requirements: Requirements
}

const Row = z.object({ number: z.number(), requirements: Requirements })

/**
 * The requirements by publication. Publications never change, so each is read once. Which one is in force is
 * read where it matters: when a permit is added.
 */
export class RequirementsService {
  readonly #database: Database
  readonly #known = new Map<number, Requirements>([[0, seedRequirements]])
  #newest = 0

  constructor(database: Database) {
    this.#database = database
  }

  #rowsOf<Item>(trx: Transaction<Tables> | undefined, text: string, values: unknown[], row: z.ZodType<Item>) {
    return trx === undefined
      ? this.#database.query(text, values, row)
      : this.#database.queryIn(trx, text, values, row)
  }

  /** The publications that this server has read. */
  get known(): ReadonlyMap<number, Requirements> {
    return this.#known
  }

  /** The publication in force as of the last `refresh`. */
  get current(): PublishedRequirements {
    const requirements = this.#known.get(this.#newest)
    if (requirements === undefined) throw new Error(`Requirements ${this.#newest} were not read`)
    return { number: this.#newest, requirements }
  }

  /** Reads which publication is in force, and the publication itself if it is new to this server. */
  async refresh(trx?: Transaction<Tables>): Promise<PublishedRequirements> {
    const [newest] = await this.#rowsOf(
      trx,
      'select coalesce(max(number), 0) as number from requirement_versions',
      [],
      z.object({ number: z.number() }),
    )
    const number = newest?.number ?? 0
    await this.at(number, trx)
    this.#newest = Math.max(this.#newest, number)
    return this.current
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
    this.#known.set(number, row.requirements)
    return row.requirements
  }
}

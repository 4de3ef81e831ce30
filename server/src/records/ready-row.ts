import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ask } from './reading.ts'
import type { RecordDeps } from './reading.ts'

interface Compiled {
  text: string
  values: readonly unknown[]
}

type Fill = (value: unknown) => unknown
const asItIs: Fill = (value) => value

/**
 * A reading statement of at most one row, which takes the question for the caller's session along. It is compiled once for all that
 * ask the same; `fill` puts a run's own values in the place of those it was compiled with.
 */
export class ReadyRow<Row> {
  readonly #statement: RawBuilder<unknown>
  #alone: Compiled | undefined
  #carrying: Compiled | undefined

  constructor(statement: RawBuilder<unknown>) {
    this.#statement = statement
  }

  /** The row, or undefined where there is none. A statement that runs into its time limit is 503 with a sentence. */
  async read(deps: Pick<RecordDeps, 'database' | 'caller'>, fill: Fill = asItIs): Promise<Row | undefined> {
    const { database, caller } = deps
    const boarded = caller?.board() ?? null
    if (boarded === null) {
      this.#alone ??= toCompiled(this.#statement, database)
      return (await ask<Row>(deps, this.#alone.text, this.#alone.values.map(fill)))[0]
    }
    let row: (Row & { caller: unknown }) | undefined
    try {
      if (this.#carrying === undefined) {
        const whole = sql`select a.*, (select row_to_json(q) from (${boarded.question}) q) as caller from (${this.#statement}) a`
        const { text, values } = toCompiled(whole, database)
        // The question comes first in the text, so its values do too; every run brings its own.
        this.#carrying = { text, values: values.slice(boarded.values.length) }
      }
      const values = [...boarded.values, ...this.#carrying.values.map(fill)]
      row = (await ask<Row & { caller: unknown }>(deps, this.#carrying.text, values))[0]
    } finally {
      if (row === undefined) boarded.miss()
    }
    if (row !== undefined) boarded.arrive(row.caller)
    return row
  }
}

function toCompiled(statement: RawBuilder<unknown>, { kysely }: RecordDeps['database']): Compiled {
  const { sql: text, parameters } = statement.compile(kysely)
  return { text, values: parameters }
}

/** Stands in a kept statement for a value that each run brings. */
export class Slot {
  readonly isFilledEachRun = true
}

const mostKept = 300
/** A longer question is somebody's own: it is not kept, so that no caller fills the memory with it. */
const longestKept = 2_000

/**
 * Keeps what was made of a declaration for a key, so that the same question is judged and put into SQL once; the oldest is forgotten.
 * What is thrown is not kept.
 */
export function keptFor<Value>(): (declaration: object, key: string, make: () => Value) => Value {
  const known = new WeakMap<object, Map<string, Value>>()
  return (declaration, key, make) => {
    if (key.length > longestKept) return make()
    const kept = known.get(declaration) ?? new Map<string, Value>()
    known.set(declaration, kept)
    const value = kept.get(key) ?? make()
    kept.delete(key)
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return value
  }
}

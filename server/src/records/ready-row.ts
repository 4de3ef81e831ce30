import type { Actor, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ask } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import type { Boarded } from './unsettled-caller.ts'

interface Compiled {
  text: string
  values: readonly unknown[]
}

type Fill = (value: unknown) => unknown
const asItIs: Fill = (value) => value

/** Every row of a statement that took the question along. */
interface Answered {
  is_expected: boolean | null
}

/** Asks what took the question along and hands its answer over. */
async function bringHome<Row extends object>(boarded: Boarded, send: () => Promise<(Row & Answered)[]>): Promise<Row | undefined> {
  let row: (Row & Answered) | undefined
  try {
    row = (await send())[0]
  } finally {
    if (row === undefined) boarded.miss()
  }
  if (row !== undefined) boarded.arrive(row.is_expected === true)
  return row
}

/** A statement that begins with the question: its values come first, every run brings its own. */
function behind(boarded: Boarded, whole: RawBuilder<unknown>, database: RecordDeps['database']): Compiled {
  const { text, values } = toCompiled(whole, database)
  return { text, values: values.slice(boarded.values.length) }
}

/**
 * A reading statement of at most one row, which takes the question for the caller's session along. It is compiled once for all that
 * ask the same; `fill` puts a run's own values in the place of those it was compiled with.
 */
export class ReadyRow<Row extends object> {
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
    return bringHome<Row>(boarded, () => {
      this.#carrying ??= behind(boarded, sql`select a.*, (${boarded.question}) as is_expected from (${this.#statement}) a`, database)
      return ask(deps, this.#carrying.text, [...boarded.values, ...this.#carrying.values.map(fill)])
    })
  }
}

/** A writing statement in parts: what stands in its WITH, and what it answers, of one column and at most one row. */
interface Writing {
  parts: readonly RawBuilder<unknown>[]
  answer: RawBuilder<unknown>
}

/**
 * A writing statement that takes the question for the caller's session along, and is to write only where the person is who the call
 * began for: `isExpected`, a condition. Compiled once, as a `ReadyRow` is.
 */
export class ReadyWrite {
  readonly #writingFor: (isExpected: RawBuilder<unknown>) => Writing
  #alone: Compiled | undefined
  #carrying: Compiled | undefined

  constructor(writingFor: (isExpected: RawBuilder<unknown>) => Writing) {
    this.#writingFor = writingFor
  }

  /** What it answers; null where it wrote nothing, as where the person is another one or their session is being read already. */
  async write({ database, caller }: Pick<RecordDeps, 'database' | 'caller'>, fill: Fill): Promise<string | null> {
    if (caller === undefined) {
      this.#alone ??= toCompiled(this.#whole(sql`true`), database)
      const [row] = await database.named<{ answer: string | null }>(this.#alone.text, this.#alone.values.map(fill))
      return row?.answer ?? null
    }
    const boarded = caller.board()
    if (boarded === null) return null
    const row = await bringHome<{ answer: string | null }>(boarded, () => {
      this.#carrying ??= behind(
        boarded,
        this.#whole(sql`(select c.is_expected from caller c)`, sql`caller as materialized (${boarded.question})`),
        database,
      )
      return database.named(this.#carrying.text, [...boarded.values, ...this.#carrying.values.map(fill)])
    })
    return row?.answer ?? null
  }

  #whole(isExpected: RawBuilder<unknown>, question?: RawBuilder<unknown>): RawBuilder<unknown> {
    const { parts, answer } = this.#writingFor(isExpected)
    const brought = question === undefined ? [] : [sql`(select c.is_expected from caller c) as is_expected`]
    return sql`with ${sql.join(question === undefined ? parts : [question, ...parts])} select ${sql.join([sql`(${answer}) as answer`, ...brought])}`
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

/** All that a kept statement knows of whoever asks: the row rule goes by it. */
export function actorKey({ pid, role, org, orgRole, timeZone }: Actor, today: LocalDate): string {
  return `${role} ${pid} ${org} ${orgRole} ${timeZone} ${today}`
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
    const found = kept.get(key)
    if (found !== undefined) return found
    const value = make()
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return value
  }
}

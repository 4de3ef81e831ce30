import { hash } from 'node:crypto'
import type { Actor, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { ask } from '../query/reading.ts'
import type { RecordDeps, StatementPool } from '../query/reading.ts'
import type { AttachedCheck } from '#platform/sessions/pending-session.ts'

interface Compiled {
  text: string
  values: readonly unknown[]
}

type BindValues = (value: unknown) => unknown
const identity: BindValues = (value) => value

/** The column that a statement with an attached check adds to every row. */
const CheckResult = z.object({ is_expected: z.boolean().nullable() })
/** Made once: zod takes longer to make a schema than to check a row by it. */
const UncheckedRow = z.unknown()

/** Runs a statement with an attached check, reports the result of the check, and returns the row, if any. */
async function runWithCheck<Row>(
  attached: AttachedCheck,
  schema: z.ZodType<Row>,
  send: () => Promise<unknown[]>,
): Promise<Row | undefined> {
  let isExpected: boolean | undefined
  try {
    const [row] = await send()
    if (row === undefined) return undefined
    isExpected = CheckResult.parse(row).is_expected === true
    return schema.parse(row)
  } finally {
    if (isExpected === undefined) attached.onFailure()
    else attached.onResult(isExpected)
  }
}

/**
 * Compiles a statement that begins with the session check. The parameters of the check come first and are not
 * included here, since they differ per run.
 */
function compileWithCheck(
  attached: AttachedCheck,
  whole: RawBuilder<unknown>,
  database: RecordDeps['database'],
): Compiled {
  const { text, values } = toCompiled(whole, database)
  return { text, values: values.slice(attached.values.length) }
}

/**
 * A query of at most one row, compiled once, to which the session check can be attached. `fill` replaces each
 * placeholder by its value in this run.
 */
export class PreparedQuery<Row extends object> {
  readonly #statement: RawBuilder<unknown>
  readonly #row: z.ZodType<Row>
  readonly #pool: StatementPool
  #alone: Compiled | undefined
  #carrying: Compiled | undefined

  constructor(statement: RawBuilder<unknown>, row: z.ZodType<Row>, pool: StatementPool = 'fast') {
    this.#statement = statement
    this.#row = row
    this.#pool = pool
  }

  /** A digest of the statement and its values, which is equal for equal queries. */
  digest(database: RecordDeps['database']): string {
    const { text, values } = toCompiled(this.#statement, database)
    return hash('sha256', JSON.stringify([text, values]))
  }

  /**
   * The row, or undefined if there is none. Throws a Refusal (503) if the statement exceeds its time limit.
   */
  async read(
    deps: Pick<RecordDeps, 'database' | 'pendingSession' | 'reader' | 'signal'>,
    fill: BindValues = identity,
  ): Promise<Row | undefined> {
    const { database, pendingSession, reader } = deps
    // A session is checked on the primary alone, where its end is known at once.
    const attached = reader === undefined ? (pendingSession?.attach() ?? null) : null
    if (attached === null) {
      this.#alone ??= toCompiled(this.#statement, database)
      return (await ask(deps, this.#alone.text, this.#alone.values.map(fill), this.#row, this.#pool))[0]
    }
    return runWithCheck(attached, this.#row, () => {
      this.#carrying ??= compileWithCheck(
        attached,
        sql`select a.*, (${attached.statement}) as is_expected from (${this.#statement}) a`,
        database,
      )
      return ask(
        deps,
        this.#carrying.text,
        [...attached.values, ...this.#carrying.values.map(fill)],
        UncheckedRow,
        this.#pool,
      )
    })
  }
}

const Answer = z.object({ answer: z.string().nullable() })

/** A data-changing statement: the parts of its WITH clause, and its result, one column of at most one row. */
interface Writing {
  parts: readonly RawBuilder<unknown>[]
  answer: RawBuilder<unknown>
}

/**
 * A data-changing statement, compiled once, to which the session check can be attached. It must write only if
 * `isExpected`, an SQL condition, is true: the session still belongs to the user for whom the request
 * started.
 */
export class PreparedWrite {
  readonly #writingFor: (isExpected: RawBuilder<unknown>) => Writing
  #alone: Compiled | undefined
  #carrying: Compiled | undefined

  constructor(writingFor: (isExpected: RawBuilder<unknown>) => Writing) {
    this.#writingFor = writingFor
  }

  /**
   * The result; null if nothing was written, because the session is not as expected or is already being read.
   */
  async write(
    { database, pendingSession }: Pick<RecordDeps, 'database' | 'pendingSession'>,
    fill: BindValues,
  ): Promise<string | null> {
    if (pendingSession === undefined) {
      this.#alone ??= toCompiled(this.#whole(sql`true`), database)
      const [row] = await database.query(this.#alone.text, this.#alone.values.map(fill), Answer)
      return row?.answer ?? null
    }
    const attached = pendingSession.attach()
    if (attached === null) return null
    const row = await runWithCheck(attached, Answer, () => {
      this.#carrying ??= compileWithCheck(
        attached,
        this.#whole(
          sql`(select c.is_expected from session_check c)`,
          sql`session_check as materialized (${attached.statement})`,
        ),
        database,
      )
      return database.query(this.#carrying.text, [...attached.values, ...this.#carrying.values.map(fill)])
    })
    return row?.answer ?? null
  }

  #whole(isExpected: RawBuilder<unknown>, check?: RawBuilder<unknown>): RawBuilder<unknown> {
    const { parts, answer } = this.#writingFor(isExpected)
    const brought =
      check === undefined ? [] : [sql`(select c.is_expected from session_check c) as is_expected`]
    return sql`with ${sql.join(check === undefined ? parts : [check, ...parts])} select ${sql.join([sql`(${answer}) as answer`, ...brought])}`
  }
}

function toCompiled(statement: RawBuilder<unknown>, { kysely }: RecordDeps['database']): Compiled {
  const { sql: text, parameters } = statement.compile(kysely)
  return { text, values: parameters }
}

/** Marks a value in a prepared statement that differs per run. */
export class Placeholder {
  readonly isFilledEachRun = true
}

/** Cache key of the actor of a prepared statement; it contains everything the row rules depend on. */
export function actorKey({ pid, role, org, orgRole, timeZone }: Actor, today: LocalDate): string {
  return `${role} ${pid} ${org} ${orgRole} ${timeZone} ${today}`
}

const maxKept = 300
/** Longer keys are not cached, so that no caller can fill the memory with them. */
const maxKeptLength = 2_000

/**
 * Caches a value per declaration and key, so that a repeated query is checked and compiled once. Evicts the
 * oldest entry when full. Errors are not cached.
 */
export function cachePerDeclaration<Value>(): (declaration: object, key: string, make: () => Value) => Value {
  const known = new WeakMap<object, Map<string, Value>>()
  return (declaration, key, make) => {
    if (key.length > maxKeptLength) return make()
    const kept = known.get(declaration) ?? new Map<string, Value>()
    known.set(declaration, kept)
    const found = kept.get(key)
    if (found !== undefined) return found
    const value = make()
    kept.set(key, value)
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return value
  }
}

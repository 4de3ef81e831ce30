import type { Actor, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ask } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import type { AttachedCheck } from './pending-session.ts'

interface Compiled {
  text: string
  values: readonly unknown[]
}

type BindValues = (value: unknown) => unknown
const identity: BindValues = (value) => value

/** What every row of a statement with an attached check has. */
interface WithCheckResult {
  is_expected: boolean | null
}

/** Runs a statement with an attached check, and passes the result of the check on. */
async function runWithCheck<Row extends object>(
  attached: AttachedCheck,
  send: () => Promise<(Row & WithCheckResult)[]>,
): Promise<Row | undefined> {
  let row: (Row & WithCheckResult) | undefined
  try {
    row = (await send())[0]
  } finally {
    if (row === undefined) attached.onFailure()
  }
  if (row !== undefined) attached.onResult(row.is_expected === true)
  return row
}

/**
 * Compiles a statement that begins with the check. The values of the check come first, and are left out here:
 * they differ per run.
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
 * A query of at most one row, compiled once, to which the check of the session can be attached. `fill`
 * replaces each placeholder by the value of this run.
 */
export class PreparedQuery<Row extends object> {
  readonly #statement: RawBuilder<unknown>
  #alone: Compiled | undefined
  #carrying: Compiled | undefined

  constructor(statement: RawBuilder<unknown>) {
    this.#statement = statement
  }

  /**
   * The row, or undefined if there is none. Throws a Refusal (503) if the statement exceeds its time limit.
   */
  async read(
    deps: Pick<RecordDeps, 'database' | 'pendingSession'>,
    fill: BindValues = identity,
  ): Promise<Row | undefined> {
    const { database, pendingSession } = deps
    const attached = pendingSession?.attach() ?? null
    if (attached === null) {
      this.#alone ??= toCompiled(this.#statement, database)
      return (await ask<Row>(deps, this.#alone.text, this.#alone.values.map(fill)))[0]
    }
    return runWithCheck<Row>(attached, () => {
      this.#carrying ??= compileWithCheck(
        attached,
        sql`select a.*, (${attached.statement}) as is_expected from (${this.#statement}) a`,
        database,
      )
      return ask(deps, this.#carrying.text, [...attached.values, ...this.#carrying.values.map(fill)])
    })
  }
}

/** A data-changing statement: the parts of its WITH clause, and its result, one column of at most one row. */
interface Writing {
  parts: readonly RawBuilder<unknown>[]
  answer: RawBuilder<unknown>
}

/**
 * A data-changing statement, compiled once, to which the check of the session can be attached. It must write
 * only if `isExpected`, a condition in SQL, holds: the session is still that of the user the request started
 * for.
 */
export class PreparedWrite {
  readonly #writingFor: (isExpected: RawBuilder<unknown>) => Writing
  #alone: Compiled | undefined
  #carrying: Compiled | undefined

  constructor(writingFor: (isExpected: RawBuilder<unknown>) => Writing) {
    this.#writingFor = writingFor
  }

  /**
   * The result; null if nothing was written, because the session is not as expected or is being read already.
   */
  async write(
    { database, pendingSession }: Pick<RecordDeps, 'database' | 'pendingSession'>,
    fill: BindValues,
  ): Promise<string | null> {
    if (pendingSession === undefined) {
      this.#alone ??= toCompiled(this.#whole(sql`true`), database)
      const [row] = await database.query<{ answer: string | null }>(
        this.#alone.text,
        this.#alone.values.map(fill),
      )
      return row?.answer ?? null
    }
    const attached = pendingSession.attach()
    if (attached === null) return null
    const row = await runWithCheck<{ answer: string | null }>(attached, () => {
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

/** Cache key of what a prepared statement knows about the actor: the row rules depend on all of it. */
export function actorKey({ pid, role, org, orgRole, timeZone }: Actor, today: LocalDate): string {
  return `${role} ${pid} ${org} ${orgRole} ${timeZone} ${today}`
}

const maxKept = 300
/** A longer question is somebody's own: it is not kept, so that no caller fills the memory with it. */
const maxKeptLength = 2_000

/**
 * Keeps what was made of a declaration for a key, so that the same question is judged and put into SQL once;
 * the oldest is forgotten. What is thrown is not kept.
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

import {
  Refusal,
  collections,
  field,
  fieldFinder,
  invalid,
  isAdministrator,
  parseFilter,
  readOneScope,
  refusalOfAction,
  phrase,
} from '@portal/contract'
import type {
  Actor,
  CollectionName,
  Declaration,
  Filter,
  FilterNode,
  LocalDate,
  Scope,
} from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '#database/database.ts'
import { totalsOf } from './columns.ts'
import { referableSql } from './field-sql.ts'
import { dependsOnOthers, fieldsOfFilter, filterSql } from './filter-sql.ts'
import type { Condition } from './filter-sql.ts'

/** Which rows of a table: those that stand, those in the bin, or both. */
export type DeletedScope = 'living' | 'deleted' | 'any'

const lives: Readonly<Record<DeletedScope, string>> = {
  living: 't.deleted_at is null',
  deleted: 't.deleted_at is not null',
  any: 'true',
}

/**
 * Rows of a collection as one actor may see them. There is no other way to a FROM clause, so that no query of
 * the engine can forget the row rule. `narrow` only ever takes rows away.
 */
export class VisibleRows {
  readonly declaration: Declaration
  readonly actor: Actor
  readonly today: LocalDate
  /**
   * The row rule, and apart from it what was asked, since their values go to the database in different ways.
   */
  readonly #rule: FilterNode
  readonly #asked: readonly FilterNode[]
  readonly #extra: readonly Condition[]
  readonly #life: DeletedScope

  constructor(
    declaration: Declaration,
    actor: Actor,
    today: LocalDate,
    rule: FilterNode,
    life: DeletedScope,
    asked: readonly FilterNode[] = [],
    extra: readonly Condition[] = [],
  ) {
    this.declaration = declaration
    this.actor = actor
    this.today = today
    this.#rule = rule
    this.#asked = asked
    this.#extra = extra
    this.#life = life
  }

  narrow(node: FilterNode, ...extra: readonly Condition[]): VisibleRows {
    const { declaration, actor, today } = this
    return new VisibleRows(
      declaration,
      actor,
      today,
      this.#rule,
      this.#life,
      [...this.#asked, node],
      [...this.#extra, ...extra],
    )
  }

  get #node(): FilterNode {
    return { kind: 'and', nodes: [this.#rule, ...this.#asked] }
  }

  #conditions(): Condition[] {
    const context = { declaration: this.declaration, today: this.today, actor: this.actor }
    return [
      filterSql(this.#rule, { ...context, isRule: true }),
      ...this.#asked.map((node) => filterSql(node, context)),
      ...this.#extra,
    ]
  }

  /** `from <table> t <joins> where ...` */
  from(joins: RawBuilder<unknown> = sql.raw('')): RawBuilder<unknown> {
    const alive = sql.raw(lives[this.#life])
    return sql`from ${sql.table(this.declaration.table)} t ${joins} where ${sql.join([alive, ...this.#conditions()], sql` and `)}`
  }

  /**
   * The same rows counted in a table of totals, where one knows all fields asked for; there each row stands
   * for `n` records.
   */
  fromTotals(...alsoAsked: readonly string[]): RawBuilder<unknown> | null {
    const asked = [...fieldsOfFilter(this.#node), ...alsoAsked]
    const totals = totalsOf(this.declaration.table).find(({ fields }) =>
      asked.every((name) => fields.includes(name)),
    )
    if (
      totals === undefined ||
      this.#life !== 'living' ||
      this.#extra.length > 0 ||
      dependsOnOthers(this.#node, this.actor)
    )
      return null
    return sql`from ${sql.table(totals.table)} t where ${sql.join(this.#conditions(), sql` and `)}`
  }

  /** Do these rows depend on one of these fields, so that changing it may take a row in or out? */
  asksFor(names: readonly string[]): boolean {
    return fieldsOfFilter(this.#node).some((name) => names.includes(name))
  }

  /** May writing other tables than this collection's own change which rows these are? */
  dependsOnOthers(): boolean {
    return this.#extra.length > 0 || dependsOnOthers(this.#node, this.actor)
  }
}

const everything: FilterNode = { kind: 'and', nodes: [] }
const rule = { role: 'superadmin' } as const

const plainText = field.text()

/**
 * A row rule as a checked filter. Rules are ours, so a reference compares as plain text: "no organization" is
 * the empty text.
 */
function ruleNode(declaration: Declaration, filter: Filter | undefined): FilterNode {
  if (filter === undefined) return everything
  const find = fieldFinder(declaration, rule)
  return parseFilter(filter, (name) => {
    const found = find(name)
    return found?.type === 'ref' ? plainText : found
  })
}

function scopeNode(declaration: Declaration, scope: Exclude<Scope, 'closed'>): FilterNode {
  return scope === 'all' ? everything : ruleNode(declaration, scope)
}

function closedCollection(declaration: Declaration): Refusal {
  return new Refusal('forbidden', phrase('Your role does not open {{name}}.', { name: declaration.name }))
}

/** The declarations that share a table: `permits` and `processed`, `tasks` and `ctasks`. */
export function projectionsOf(declaration: Declaration): Declaration[] {
  return Object.values(collections).filter((each) => each.table === declaration.table)
}

export interface RowsOptions {
  today: LocalDate
  /** The bin instead of the living: administrators only. */
  deleted?: boolean
  /** All projections of the table: the Search permits page. */
  everyProjection?: boolean
}

/** The rows of a collection that an actor may list. Throws 403 when the collection is closed to the role. */
export function listableRows(
  declaration: Declaration,
  actor: Actor,
  { today, deleted = false, everyProjection = false }: RowsOptions,
): VisibleRows {
  const scope = declaration.access.read(actor)
  if (scope === 'closed') throw closedCollection(declaration)
  if (deleted && !isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators see deleted records.')
  const nodes = [
    ...(everyProjection ? [] : [ruleNode(declaration, declaration.projection)]),
    scopeNode(declaration, scope),
  ]
  return new VisibleRows(declaration, actor, today, { kind: 'and', nodes }, deleted ? 'deleted' : 'living')
}

/**
 * The rows of a call that may ask for both permits lists at once by `scope: "all"`, as the Search permits
 * page does. Throws 403 as `listableRows`, and 400 at `path` for a collection that has one scope.
 */
export function scopedRows(
  declaration: Declaration,
  actor: Actor,
  today: LocalDate,
  scope: 'all' | undefined,
  path = 'query.scope',
): VisibleRows {
  const everyProjection = scope === 'all'
  if (everyProjection && declaration.table !== 'permits')
    throw invalid(
      path,
      'out-of-range',
      phrase('{{path}}: {{name}} has one scope', { path, name: declaration.name }),
    )
  return listableRows(declaration, actor, { today, everyProjection })
}

type RuleOf = (declaration: Declaration, actor: Actor) => Scope

/**
 * Rows of any projection of the table, each under the rule of its own projection; null when the rule closes
 * all of them.
 */
function anyProjection(declaration: Declaration, actor: Actor, ruleOf: RuleOf): FilterNode | null {
  const nodes = projectionsOf(declaration).flatMap((each): FilterNode[] => {
    const scope = ruleOf(each, actor)
    return scope === 'closed'
      ? []
      : [{ kind: 'and', nodes: [ruleNode(each, each.projection), scopeNode(each, scope)] }]
  })
  return nodes.length === 0 ? null : { kind: 'or', nodes }
}

/**
 * The rows an actor may open by pid. A pid resolves in every projection of its table, under the rule of the
 * projection the row is in. Throws 403 when the collection asked for is closed to the role.
 */
export function readableRows(
  declaration: Declaration,
  actor: Actor,
  today: LocalDate,
  life: DeletedScope = 'living',
): VisibleRows {
  const node =
    readOneScope(declaration, actor) === 'closed' ? null : anyProjection(declaration, actor, readOneScope)
  if (node === null) throw closedCollection(declaration)
  return new VisibleRows(declaration, actor, today, node, life)
}

/**
 * The rows of one projection alone that an actor may open by pid; null when it is closed to the role. For
 * links between records.
 */
export function readableRowsOf(declaration: Declaration, actor: Actor, today: LocalDate): VisibleRows | null {
  const scope = readOneScope(declaration, actor)
  if (scope === 'closed') return null
  const nodes = [ruleNode(declaration, declaration.projection), scopeNode(declaration, scope)]
  return new VisibleRows(declaration, actor, today, { kind: 'and', nodes }, 'living')
}

/**
 * The rows an actor may set a reference to, in every projection of the table, whatever their page map says.
 * `also` narrows further.
 */
export function referenceableRows(
  declaration: Declaration,
  actor: Actor,
  today: LocalDate,
  ...also: readonly Condition[]
): VisibleRows {
  const parts = referableSql(declaration.table, actor.role === 'client')
    .replaceAll(/\br\./g, 't.')
    .split('viewer.org')
  const scope = sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${actor.org}::text`,
  )
  return new VisibleRows(declaration, actor, today, everything, 'living', [], [scope, ...also])
}

/** Condition on a row `t` that the actor may see: may they change (or delete) it too? */
export function permittedSql(
  declaration: Declaration,
  actor: Actor,
  action: 'update' | 'delete',
  today: LocalDate,
): Condition {
  const node = anyProjection(declaration, actor, (each, asking) => each.access[action](asking))
  return node === null ? sql.raw('false') : filterSql(node, { declaration, today, actor, isRule: true })
}

/**
 * Refuses an action that the collection closes to the actor's role, or to their position in their
 * organization, altogether.
 */
export function requireOpen(
  declaration: Declaration,
  actor: Actor,
  action: 'create' | 'update' | 'delete',
): void {
  const refusal = refusalOfAction(declaration, actor, action)
  if (refusal !== null) throw new Refusal('forbidden', refusal)
}

/** Row rules ask for no day. */
const anyDay = '2000-01-01'

/**
 * Which of these pids the actor may see, whatever projection each is in. For features that hang something on
 * records: files, mail, and the stream, which asks for `any` life since it also tells of records that went.
 */
export async function visiblePids(
  database: Database,
  actor: Actor,
  collection: CollectionName,
  pids: readonly string[],
  life: DeletedScope = 'living',
): Promise<Set<string>> {
  const declaration = collections[collection]
  if (readOneScope(declaration, actor) === 'closed' || pids.length === 0) return new Set()
  const rows = readableRows(declaration, actor, anyDay, life)
  const { sql: text, parameters } =
    sql`select t.pid ${rows.narrow(everything, sql`t.pid = any(${[...pids]}::text[])`).from()}`.compile(
      database.kysely,
    )
  const found = await database.query<{ pid: string }>(text, parameters)
  return new Set(found.map((row) => row.pid))
}

import {
  Refusal,
  allFields,
  collections,
  invalid,
  isAdministrator,
  readOneScope,
  refusalOfAction,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, FilterNode, LocalDate, Scope, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { moduleOf } from '../modules/collection-module.ts'
import { hasIndexPerList, keyList, totalsWith } from '../sql/columns.ts'
import { dependsOnOthers, fieldsOfFilter, filterSql, namesByCode, textsOfFilter } from '../sql/filter-sql.ts'
import type { Condition } from '../sql/filter-sql.ts'
import { ruleNode, scopeNode } from './rule-nodes.ts'

export { everything } from './rule-nodes.ts'

/** Which rows of a table to read: existing rows, deleted rows, or both. */
export type DeletedScope = 'living' | 'deleted' | 'any'

const lives: Readonly<Record<DeletedScope, string>> = {
  living: 't.deleted_at is null',
  deleted: 't.deleted_at is not null',
  any: 'true',
}

/**
 * Rows `t` of a table by their keys. PostgreSQL reads them in the order of the keys, and neighbors in one
 * look at the index. `offset 0` keeps the planner from another way: it would read a whole list for a fiftieth
 * of its rows. It does not see the keys, because it would weigh each of them.
 */
const rowsOfKeys = (table: string, seqs: readonly number[]) =>
  sql`(select t.* from ${sql.table(table)} t
    where t.seq = any((select ${keyList(seqs)}::bigint[])::bigint[]) offset 0) t`

/**
 * The rows of a collection that one actor may see. It is the only source of a FROM clause, so that no query
 * of the engine can omit the row rule. `narrow` can only remove rows.
 */
export class VisibleRows {
  readonly declaration: Declaration
  readonly actor: Actor
  readonly today: LocalDate
  /** Apart from the requested filter, since it uses literals where the filter uses parameters. */
  readonly #rule: FilterNode
  readonly #asked: FilterNode[]
  readonly #extra: readonly Condition[]
  /** Conditions that read nothing but the row itself. */
  readonly #own: readonly Condition[]
  /** Other tables whose writes can change what the extra conditions find. */
  readonly #reads: readonly TableName[] | 'all'
  readonly #life: DeletedScope
  /** Conditions of the lists that these rows are read from one after the other; empty = from the table. */
  readonly #lists: readonly FilterNode[]

  constructor(
    declaration: Declaration,
    actor: Actor,
    today: LocalDate,
    rule: FilterNode,
    life: DeletedScope,
    asked: FilterNode[] = [],
    extra: readonly Condition[] = [],
    own: readonly Condition[] = [],
    reads: readonly TableName[] | 'all' = extra.length === 0 ? [] : 'all',
    lists: readonly FilterNode[] = [],
  ) {
    this.declaration = declaration
    this.actor = actor
    this.today = today
    this.#rule = rule
    this.#asked = asked
    this.#extra = extra
    this.#own = own
    this.#reads = reads
    this.#life = life
    this.#lists = lists
  }

  #with(
    asked: FilterNode[],
    extra: readonly Condition[],
    own: readonly Condition[],
    reads: readonly TableName[] | 'all',
  ): VisibleRows {
    const { declaration, actor, today } = this
    const [rule, life, lists] = [this.#rule, this.#life, this.#lists]
    return new VisibleRows(declaration, actor, today, rule, life, asked, extra, own, reads, lists)
  }

  narrow(node: FilterNode, ...extra: readonly Condition[]): VisibleRows {
    const reads = extra.length === 0 ? this.#reads : 'all'
    return this.#with([...this.#asked, node], [...this.#extra, ...extra], this.#own, reads)
  }

  /** Those of these rows that meet a condition on their own columns, so that no other table decides it. */
  narrowByOwn(condition: Condition): VisibleRows {
    return this.#with(this.#asked, this.#extra, [...this.#own, condition], this.#reads)
  }

  /** Those whose search text meets a condition; `reads` are the tables whose titles it contains. */
  narrowByText(condition: Condition, reads: readonly TableName[]): VisibleRows {
    const all = this.#reads === 'all' ? 'all' : [...this.#reads, ...reads]
    return this.#with(this.#asked, [...this.#extra, condition], this.#own, all)
  }

  get #node(): FilterNode {
    return { kind: 'and', nodes: [this.#rule, ...this.#asked] }
  }

  #conditions(isAlone = false): Condition[] {
    const context = { declaration: this.declaration, today: this.today, actor: this.actor, isAlone }
    return [
      filterSql(this.#rule, { ...context, isRule: true }),
      ...this.#asked.map((node) => filterSql(node, context)),
      ...this.#own,
      ...this.#extra,
    ]
  }

  /** These rows list by list; only these rows if they are of one list, or all lists have the same indexes. */
  eachList(): readonly VisibleRows[] {
    if (this.#lists.length === 0) return [this]
    const { declaration, actor, today } = this
    const [life, asked, extra, own, reads] = [this.#life, this.#asked, this.#extra, this.#own, this.#reads]
    return this.#lists.map((list) => {
      const rule: FilterNode = { kind: 'and', nodes: [list, this.#rule] }
      return new VisibleRows(declaration, actor, today, rule, life, asked, extra, own, reads)
    })
  }

  /**
   * The same where the filter names a field of which each list has an index. Rows of a text are found by
   * `seq`.
   */
  byList(): readonly VisibleRows[] {
    const fields = allFields(this.declaration)
    const isByIndex = fieldsOfFilter({ kind: 'and', nodes: this.#asked }).some((name) => {
      const declared = fields[name]
      return declared !== undefined && hasIndexPerList(this.declaration, name, declared)
    })
    return this.#extra.length === 0 && isByIndex ? this.eachList() : [this]
  }

  /** `from <table> t <joins> where ...` */
  from(joins: RawBuilder<unknown> = sql.raw('')): RawBuilder<unknown> {
    const alive = sql.raw(lives[this.#life])
    const table = sql.table(this.declaration.table)
    const lists = this.byList()
    if (lists.length > 1) {
      const all = lists.map((rows) => sql`select t.* ${rows.from()}`)
      return sql`from (${sql.join(all, sql` union all `)}) t ${joins} where true`
    }
    return sql`from ${table} t ${joins} where ${sql.join([alive, ...this.#conditions()], sql` and `)}`
  }

  /**
   * FROM clause that counts the same rows in a table of totals, if one has all fields of the filter; each of
   * its rows stands for `n` records.
   */
  fromTotals(...alsoAsked: readonly string[]): RawBuilder<unknown> | null {
    const isByFields = this.#extra.length === 0 && this.#own.length === 0
    if (this.#life !== 'living' || !isByFields || dependsOnOthers(this.#node, this.actor)) return null
    const asked = [...fieldsOfFilter(this.#node), ...alsoAsked]
    const totals = totalsWith(this.declaration.table, asked)
    return totals && sql`from ${totals} t where ${sql.join(this.#conditions(true), sql` and `)}`
  }

  /**
   * FROM clause of those rows of a source with these fields that stand for living rows among these; null if
   * more than these fields decides that.
   */
  fromStandings(source: RawBuilder<unknown>, fields: readonly string[]): RawBuilder<unknown> | null {
    const isByFields = this.#extra.length === 0 && this.#own.length === 0
    if (this.#life !== 'living' || !isByFields || this.dependsOnOthers()) return null
    if (!fieldsOfFilter(this.#node).every((name) => fields.includes(name))) return null
    return sql`from ${source} where ${sql.join(this.#conditions(true), sql` and `)}`
  }

  /**
   * FROM clause of the rows that the last writes removed from these rows (`sign` -1) or added to them (1), as
   * noted in `<table>_changes`; null if other tables decide. `since` is a condition on an entry `c`.
   */
  fromChanges(since: Condition): RawBuilder<unknown> | null {
    if (this.dependsOnOthers()) return null
    const changes = sql`${sql.table(`${this.declaration.table}_changes`)} c cross join lateral (
      select -1 as sign, r.* from unnest(c.before) r union all select 1, r.* from unnest(c.after) r) t`
    const alive = sql.raw(lives[this.#life])
    return sql`from ${changes} where ${sql.join([since, alive, ...this.#conditions(true)], sql` and `)}`
  }

  /** Are these all living rows that the actor may list, without a filter? */
  isWholeList(): boolean {
    const isByRule = this.#extra.length === 0 && this.#own.length === 0 && !this.isFiltered()
    return this.#life === 'living' && isByRule
  }

  /** Does a filter name fields of these rows? */
  isFiltered(): boolean {
    return fieldsOfFilter({ kind: 'and', nodes: this.#asked }).length > 0
  }

  /** Does the trigram index of search texts narrow these rows? */
  hasTextFilter(): boolean {
    return this.#extra.length === 0 && this.textsAsked().length > 0
  }

  /** Texts that the search text of each of these rows contains, as the filter says. */
  textsAsked(): readonly string[] {
    return textsOfFilter({ kind: 'and', nodes: this.#asked })
  }

  /** FROM clause of those of these rows that have one of these keys, tested by their own fields alone. */
  fromKeys(seqs: readonly number[]): RawBuilder<unknown> {
    const alive = sql.raw(lives[this.#life])
    return sql`from ${rowsOfKeys(this.declaration.table, seqs)}
      where ${sql.join([alive, ...this.#conditions(true)], sql` and `)}`
  }

  /** FROM clause of those of these rows that have one of some different keys. */
  fromAmongKeys(seqs: readonly number[], joins: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
    const alive = sql.raw(lives[this.#life])
    return sql`from ${rowsOfKeys(this.declaration.table, seqs)} ${joins}
      where ${sql.join([alive, ...this.#conditions()], sql` and `)}`
  }

  /**
   * FROM clause of those of these rows that are among the first `count` in an order, before any filter. It
   * reads no more rows than that if an index has the order.
   */
  fromFirst(forwards: RawBuilder<unknown>, count: number): RawBuilder<unknown> {
    return this.fromAmong(
      (all) => sql`select t.* ${all.from()} order by ${forwards} ${sql.raw(`limit ${count}`)}`,
    )
  }

  /** All rows before any filter. */
  unfiltered(): VisibleRows {
    const { declaration, actor, today } = this
    const [rule, life, lists] = [this.#rule, this.#life, this.#lists]
    return new VisibleRows(declaration, actor, today, rule, life, [], [], [], [], lists)
  }

  /** FROM clause of those of these rows that a query finds among all rows, before any filter. */
  fromAmong(query: (all: VisibleRows) => RawBuilder<unknown>): RawBuilder<unknown> {
    const { declaration, actor, today } = this
    const asked = this.#asked.map((node) => filterSql(node, { declaration, today, actor, isAlone: true }))
    return sql`from (${query(this.unfiltered())}) t
      where ${sql.join([...asked, ...this.#own, ...this.#extra], sql` and `)}`
  }

  /** Do these rows depend on one of these fields, so that changing it may add or remove a row? */
  asksFor(names: readonly string[]): boolean {
    return fieldsOfFilter(this.#node).some((name) => names.includes(name))
  }

  /** The tables whose writes can change which rows these are. */
  tablesRead(): readonly TableName[] | 'all' {
    if (dependsOnOthers(this.#node, this.actor) || this.#asked.some(namesByCode)) return 'all'
    return this.#reads === 'all' ? 'all' : [this.declaration.table, ...this.#reads]
  }

  /** Can a write to another table change which rows these are? */
  dependsOnOthers(): boolean {
    return this.#extra.length > 0 || dependsOnOthers(this.#node, this.actor) || this.#asked.some(namesByCode)
  }
}

function closedCollection(declaration: Declaration): Refusal {
  return new Refusal('forbidden', phrase('Your role has no access to {{name}}.', { name: declaration.name }))
}

/** The declarations that share a table. */
export function projectionsOf(declaration: Declaration): Declaration[] {
  return Object.values(collections).filter((each) => each.table === declaration.table)
}

export interface RowsOptions {
  today: LocalDate
  /** Deleted rows instead of existing ones; for administrators only. */
  deleted?: boolean
  /** All projections of the table, for the Search permits page. */
  everyProjection?: boolean
}

/** The rows of a collection that an actor may list. Throws 403 if the collection is closed to the role. */
export function listableRows(
  declaration: Declaration,
  actor: Actor,
  { today, deleted = false, everyProjection = false }: RowsOptions,
): VisibleRows {
  const scope = declaration.access.read(actor)
  if (scope === 'closed') throw closedCollection(declaration)
  if (deleted && !isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can see deleted records.')
  const nodes = [
    ...(everyProjection ? [] : [ruleNode(declaration, declaration.projection)]),
    scopeNode(declaration, scope),
  ]
  const isPerList = everyProjection && moduleOf(declaration.table).indexesPerList === true
  const lists = isPerList ? projectionsOf(declaration).map((each) => ruleNode(each, each.projection)) : []
  const [rule, life] = [{ kind: 'and', nodes }, deleted ? 'deleted' : 'living'] as const
  return new VisibleRows(declaration, actor, today, rule, life, [], [], [], [], lists)
}

/**
 * The rows of a request that may ask for both permit collections with `scope: "all"`, as the Search permits
 * page does. Throws 403 like `listableRows`, and 400 at `path` for a collection without scopes.
 */
export function scopedRows(
  declaration: Declaration,
  actor: Actor,
  today: LocalDate,
  scope: 'all' | undefined,
  path = 'query.scope',
): VisibleRows {
  const everyProjection = scope === 'all'
  if (everyProjection && moduleOf(declaration.table).hasCombinedScope !== true)
    throw invalid(
      path,
      'out-of-range',
      phrase('{{path}}: {{name}} has one scope', { path, name: declaration.name }),
    )
  return listableRows(declaration, actor, { today, everyProjection })
}

type RuleOf = (declaration: Declaration, actor: Actor) => Scope

/**
 * Rows of all projections of the table, each with the rule of its own projection; null if all of them are
 * closed.
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
 * The rows an actor may open by pid. A pid is found in every projection of its table, with the rule of the
 * row's projection. Throws 403 if the requested collection is closed to the role.
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
 * The rows of a single projection that an actor may open by pid; null if it is closed to the role. For links
 * between records.
 */
export function readableRowsOf(declaration: Declaration, actor: Actor, today: LocalDate): VisibleRows | null {
  const scope = readOneScope(declaration, actor)
  if (scope === 'closed') return null
  const nodes = [ruleNode(declaration, declaration.projection), scopeNode(declaration, scope)]
  return new VisibleRows(declaration, actor, today, { kind: 'and', nodes }, 'living')
}

/** Condition on a row `t` that the actor may see: they may also change (or delete) it. */
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
 * Throws 403 if the collection closes an action to the actor's role or to their position in the organization.
 */
export function requireOpen(
  declaration: Declaration,
  actor: Actor,
  action: 'create' | 'update' | 'delete',
): void {
  const refusal = refusalOfAction(declaration, actor, action)
  if (refusal !== null) throw new Refusal('forbidden', refusal)
}

import { tables } from '@portal/contract'
import type {
  Actor,
  CollectionName,
  Declaration,
  Field,
  NoteVisibility,
  Reference,
  ReferenceTarget,
  RelatedRecord,
  Sayable,
  TableName,
} from '@portal/contract'
import type { RawBuilder } from 'kysely'
import type { OpenRecord, WriteContext } from '../write/write-context.ts'
import type { RecordDeps } from '../query/reading.ts'
import type { CollectionTransitions } from '../transitions/collection-transitions.ts'
import type { CollectionRules } from './collection-rules.ts'

/**
 * Who may see a record by name where another record refers to it: SQL conditions on the referenced row `r`.
 */
export interface ReferenceScope {
  staff: string
  /** `viewer.org` is the organization of the client. */
  client: string
}

/** What the engine needs to know about a target of references that is no collection. */
export interface ReferenceTargetModule extends ReferenceScope {
  target: Exclude<ReferenceTarget, TableName>
  /** SQL of the title of the row `r`. */
  title: string
}

/** The field and the message that name a violated unique index. */
export interface UniqueIndexMessage {
  path: string
  detail: Sayable
}

/** How the lookup of references offers the records of a table. */
export interface LookupFacts {
  /** SQL of the text that distinguishes two records `t` with the same title. */
  hint: string
  /** Conditions on the row `t` besides visibility. */
  conditions?: (actor: Actor) => RawBuilder<unknown>[]
  /** SQL of a JSON object with further members of an option, computed from the row `t`. */
  members?: string
  /** Clients may look up these records although no field of theirs refers to them. */
  isOpenToClients?: boolean
}

/** The search text of a table. */
export interface SearchTextFacts {
  /** SQL of the titles of referenced records that are part of the search text of a row `t`, by field. */
  references?: Readonly<Record<string, string>>
  /** Fields besides title and number that the search texts of referring records contain. */
  quotedFields?: readonly string[]
  /** Set if the table has posting lists. They serve searches once the table is large. */
  postings?: PostingFacts
}

/** The posting lists of a table. Triggers of a migration note what changes them. */
export interface PostingFacts {
  /** Fields in whose order the lists tell the places of records. */
  orders: readonly string[]
}

/**
 * What the engine needs to know about one table: its declaration and everything special about it. The engine
 * itself names no collection.
 */
export interface CollectionModule<Table extends TableName = TableName> {
  /** The declaration that has the name of the table. */
  declaration: Declaration<Record<string, Field>, Table>
  /** The rules of writes, by collection: the table's own and those of its other projections. */
  rules: Readonly<Partial<Record<CollectionName, CollectionRules>>>
  /** For a table whose records change their status by transitions. */
  transitions?: CollectionTransitions<Table>
  /**
   * Fields by which the table keeps exact totals (`<table>_counts`), so that a count by them reads a few rows
   * instead of all: the fields of row rules, projections and status tabs.
   */
  counters: readonly string[]
  /** SQL of the fields that are computed on read; `t` is the row, `{today}` today. */
  computed?: Readonly<Record<string, string>>
  /** Who may see a record by name where another record refers to it. */
  references: ReferenceScope
  lookup: LookupFacts
  /**
   * Table of the codes (`code`, `pid`) by which filters, writes and imports may name a record besides its
   * pid.
   */
  codes?: string
  searchText?: SearchTextFacts
  /** SQL of the name of a search hit `t` whose title is only its number, such as the title of its permit. */
  searchHeading?: string
  /** Columns that every index of the table includes. */
  indexIncludes?: readonly string[]
  /**
   * Each list of the table has indexes of its own, but for texts: they hold its rows alone, so no entry
   * repeats the name of the list.
   */
  indexesPerList?: boolean
  /** Messages of unique indexes over several columns, by index. */
  uniqueIndexes?: Readonly<Record<string, UniqueIndexMessage>>
  /** SQL condition: a deleted row may be purged. */
  purgeable?: string
  /** `scope: "all"` reads all projections of the table in one list. */
  hasCombinedScope?: boolean
  /** Automatic messages about other records; they do not count as work on those records. */
  isMessage?: boolean
  /** For the table of people: SQL condition on a row, by its alias, that the person is active staff. */
  activeStaff?: (alias: string) => string
}

/** Declares a collection. Its transitions are those of the table of its declaration. */
export function defineCollection<Table extends TableName>(module: CollectionModule<Table>): CollectionModule {
  return module
}

/** What follows from generic operations of the engine. */
export interface EngineHooks {
  /** After all transitions of a transaction; last in it. */
  afterTransitions(context: WriteContext): Promise<void>
  /**
   * The names of the people whom a note mentions, by pid. Throws 400 naming a person who may not read the
   * note.
   */
  namesOfMentioned(
    deps: RecordDeps,
    actor: Actor,
    record: OpenRecord,
    note: { people: readonly Reference[]; visibility: NoteVisibility },
  ): Promise<ReadonlyMap<string, string>>
  /** After a note was shared with the other side, or mentioned people; last in its transaction. */
  afterNote(
    context: Pick<WriteContext, 'deps' | 'trx' | 'actor' | 'now' | 'today'>,
    record: OpenRecord,
    note: { isShared: boolean; mentioned: readonly string[] },
  ): Promise<void>
  /** Related records that are no records of a collection, such as mail. */
  otherRelated(
    deps: RecordDeps,
    actor: Actor,
    declaration: Declaration,
    pid: string,
  ): Promise<RelatedRecord[]>
}

interface Installed {
  modules: ReadonlyMap<string, CollectionModule>
  targets: ReadonlyMap<string, ReferenceTargetModule>
  people: CollectionModule
  hooks: EngineHooks
}

let installed: Installed | undefined

/**
 * Gives the engine its collections, once, before it is used. Throws if a table has no module or if there is
 * not exactly one table of people.
 */
export function installCollections(
  modules: readonly CollectionModule[],
  targets: readonly ReferenceTargetModule[],
  hooks: EngineHooks,
): void {
  const byTable = new Map(
    modules.map((module): [string, CollectionModule] => [module.declaration.table, module]),
  )
  const missing = Object.values(tables).filter(({ table }) => !byTable.has(table))
  if (missing.length > 0) throw new Error(`No module for ${missing.map(({ table }) => table).join(', ')}`)
  const [people, ...others] = modules.filter(({ activeStaff }) => activeStaff !== undefined)
  if (people === undefined || others.length > 0) throw new Error('There must be one table of people')
  installed = {
    modules: byTable,
    targets: new Map(targets.map((target) => [target.target, target])),
    people,
    hooks,
  }
}

function requireInstalled(): Installed {
  if (installed === undefined) throw new Error('The collections are not installed: call installCollections')
  return installed
}

/** What follows from generic operations. */
export function engineHooks(): EngineHooks {
  return requireInstalled().hooks
}

/** The module of a table. Throws for a target of references that is no table. */
export function moduleOf(table: ReferenceTarget): CollectionModule {
  const module = requireInstalled().modules.get(table)
  if (module === undefined) throw new Error(`No module for ${table}`)
  return module
}

/** Every module, in the order they were installed. */
export function allModules(): CollectionModule[] {
  return [...requireInstalled().modules.values()]
}

/** The target of references that is no collection, if the target is one. */
export function otherTarget(target: ReferenceTarget): ReferenceTargetModule | undefined {
  return requireInstalled().targets.get(target)
}

/** The table of the codes that name records of the target; undefined if only pids do. */
export function codesTable(target: ReferenceTarget): string | undefined {
  return otherTarget(target) === undefined ? moduleOf(target).codes : undefined
}

/** The table of people: authors, assignees and recipients are its records. */
export function peopleTable(): TableName {
  return requireInstalled().people.declaration.table
}

/** SQL condition: a row of people, by its alias, is staff who can sign in (domain.md 1.1). */
export function activeStaffSql(alias: string): string {
  return requireInstalled().people.activeStaff?.(alias) ?? 'false'
}

const noRules: CollectionRules = {}

/** The rules of writes to a collection. */
export function rulesOf({ name, table }: Pick<Declaration, 'name' | 'table'>): CollectionRules {
  return moduleOf(table).rules[name] ?? noRules
}

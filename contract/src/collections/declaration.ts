import type { Sayable } from '../sentence.ts'
import { phrase } from '../sentence.ts'
import { screenLabel } from '../language.ts'
import { orgRoleRefusal } from '../access/org-roles.ts'
import type { Actor } from '../session.ts'
import { isAdministrator, isStaff } from '../roles.ts'
import type { Role } from '../roles.ts'
import type { Filter } from '../query/filter.ts'
import { field, labelOfCode } from './field.ts'
import type { Field } from './field.ts'
import type { CollectionName, TableName } from './names.ts'

export const drawerTabs = [
  'Details',
  'People',
  'Files',
  'Notes',
  'History',
  'Documents',
  'Corrections',
  'Pipeline',
  'Processing status',
  'Payment data',
  'Related records',
  'Assign',
  'Conditions',
  'Relation',
] as const
export type DrawerTab = (typeof drawerTabs)[number]

/**
 * The rows an actor may access: all rows, rows that match a filter, or `closed`, which refuses the call
 * itself (403). A row outside the filter answers 404, so that its existence stays secret.
 */
export type Scope = 'all' | 'closed' | Filter
export type ScopeRule = (actor: Actor) => Scope

export interface Access {
  /** List, search, distinct values, groups, count, export. */
  read: ScopeRule
  /** One record by pid, when it differs from `read`. */
  readOne?: ScopeRule
  create: (actor: Actor) => boolean
  /** The readable rows that the actor may change. */
  update: ScopeRule
  delete: ScopeRule
}

/** A date field that can be overdue, except where the field `unless` holds one of the codes `in`. */
export interface Deadline {
  field: string
  unless: { field: string; in: readonly string[] }
}

export interface Declaration<
  Fields extends Record<string, Field> = Record<string, Field>,
  Table extends TableName = TableName,
> {
  name: CollectionName
  table: Table
  /** Name of the list in the response. Source: specification.md 3. */
  responseField: string
  pageSize: number
  /** Noun for one record, for example `permit`. */
  noun: string
  /** Address of an open record, for example `/tasks/{pid}`; null for a collection without a page. */
  page: string | null
  /** Field that holds the title of a record; `refNo` is used when it is empty. */
  titleField: string
  /** Field that holds the human-readable number, and the number's prefix. */
  numberField: string | null
  numberPrefix: string | null
  /** Filter for the rows of the table that belong to this collection, for a projection. */
  projection?: Filter
  /** Sort of a list request without `sort`. */
  defaultSort: string
  /** Number of columns shown by default. */
  columnsShown: number
  /** Columns shown by default, in order, when they differ from the fields marked `shown`. */
  defaultColumns?: readonly string[]
  /**
   * A timestamp that hides a record from lists while it is set, unless the filter names the field. The server
   * clears it at its time.
   */
  hiddenWhile?: string
  /** The due date field of a record, and the records to which it no longer applies. */
  deadline?: Deadline
  /** Records that are closed: their fields are read-only. */
  closed?: { field: string; value: string }
  /** For records that can be merged: the field that names the record which one was merged into. */
  mergedField?: string
  /** The statuses of its records are those of the status map in force. */
  hasStatusMap?: true
  /** A record may be followed by an amendment or a renewal once it is closed. */
  hasSuccessors?: true
  /** Fields of a closed record that an administrator may correct with a reason. */
  correctableFields?: readonly string[]
  /** A status to which a step may carry the value of this field. */
  statusDetail?: { status: string; field: string }
  /** Changes of its records may change what a client has to do next. */
  changesClientActions?: true
  /** Tabs with buttons for steps of their own, so that the head of the drawer does not repeat them. */
  stepTabs?: readonly DrawerTab[]
  /** Refusal for creating records in a fixed projection. */
  createRefusal?: string
  tabs: readonly DrawerTab[]
  access: Access
  fields: Fields
  /** Custom fields by `custom.<key>`. Server and screens add them from the configuration. */
  added?: Readonly<Record<string, Field>>
  /** Keys of removed custom fields. Records keep their values, but no response contains them. */
  removed?: readonly string[]
}

/** True if the declaration marks this record as closed. */
export function isClosedRecord({ closed }: Pick<Declaration, 'closed'>, record: AnyRecord): boolean {
  return closed !== undefined && record[closed.field] === closed.value
}

/** Whether the record was merged into another one. Nothing of it can be changed then. */
export function isMergedRecord(
  { mergedField }: Pick<Declaration, 'mergedField'>,
  record: Readonly<Record<string, unknown>>,
): boolean {
  return mergedField !== undefined && record[mergedField] !== null && record[mergedField] !== undefined
}

/** Custom fields that the actor may see, in the order they were added. */
export function visibleAddedFields(
  { added }: Pick<Declaration, 'added'>,
  actor: Pick<Actor, 'role'>,
): [string, Field][] {
  return Object.entries(added ?? {}).filter(([, declared]) => isVisibleField(declared, actor))
}

/** Fields that every record has in addition to the declared ones. */
export const auditFields = {
  createdAt: field.datetime({ writer: 'system', indexed: true, section: 'System information' }),
  createdBy: field.ref('users', { writer: 'system', section: 'System information' }),
  updatedAt: field.datetime({ writer: 'system', indexed: true, section: 'System information' }),
  updatedBy: field.ref('users', { writer: 'system', section: 'System information' }),
}

/** A record of any collection, as used by generic screens and the query engine. */
export type AnyRecord = { pid: string; version: number } & Record<string, unknown>

/**
 * Why a collection refuses an action for the actor entirely, as a sentence; null when it does not. A client
 * learns whether their position is too low or their role has no access. Whether one record may be changed
 * depends on its row rule.
 */
export function refusalOfAction(
  { access, noun }: Declaration,
  actor: Actor,
  action: 'create' | 'update' | 'delete',
): Sayable | null {
  const isClosed = (to: Actor) => (action === 'create' ? !access.create(to) : access[action](to) === 'closed')
  if (!isClosed(actor)) return null
  const isForOthers = !isClosed({ ...actor, orgRole: 'ORG_ADMIN' })
  const template = {
    create: 'Your role can’t create {{nouns}}.',
    update: 'Your role can’t update {{nouns}}.',
    delete: 'Your role can’t delete {{nouns}}.',
  }[action]
  return (
    (isForOthers ? orgRoleRefusal(actor, 'MEMBER') : null) ??
    phrase(template, { noun, nouns: pluralOf(noun) })
  )
}

/** English plural of a noun: `permits`, `agencies`. */
export const pluralOf = (noun: string): string => `${noun.replace(/(?<=[^aeiou])y$/, 'ie')}s`

/** Keeps the literal types of a declaration's fields and table. */
export function declare<Fields extends Record<string, Field>, const Table extends TableName>(
  declaration: Declaration<Fields, Table>,
): Declaration<Fields, Table> {
  return declaration
}

/** Declared and audit fields, in order. */
export function allFields(declaration: Declaration): Record<string, Field> {
  return { ...declaration.fields, ...auditFields }
}

/**
 * The declared, custom or audit field with that name; undefined when there is none. Checks own keys only, so
 * `__proto__` is not found.
 */
export function findField(declaration: Declaration, name: string): Field | undefined {
  if (Object.hasOwn(declaration.fields, name)) return declaration.fields[name]
  if (declaration.added !== undefined && Object.hasOwn(declaration.added, name))
    return declaration.added[name]
  return Object.entries(auditFields).find(([key]) => key === name)?.[1]
}

/** Labels that differ from the field name in sentence case. Source: contract.md 2. */
const fixedLabels: Readonly<Record<string, string>> = { org: 'Client', targetDate: 'Due', refNo: 'Number' }

/**
 * English label of a column: the declared label, a fixed label, or the name in sentence case (`issuedDate` ->
 * `Issued date`).
 */
export function englishFieldLabel(name: string, declared?: Field): string {
  return declared?.label ?? fixedLabels[name] ?? labelOfCode(name.replaceAll(/([A-Z])/g, '_$1'))
}

/** Label of a column in the language of the screen; English on a server. */
export const fieldLabel = (name: string, declared?: Field): string =>
  screenLabel(englishFieldLabel(name, declared))

/** Names of the columns shown by default, before the configuration is applied. */
export function defaultColumns(declaration: Declaration): string[] {
  const shown =
    declaration.defaultColumns ??
    Object.entries(declaration.fields)
      .filter(([, each]) => each.shown)
      .map(([name]) => name)
  return shown.slice(0, declaration.columnsShown)
}

/**
 * Whether this field is the deadline of the record, its day has passed, and the record is still open. `today`
 * is the local date of the viewer.
 */
export function isOverdue(
  { deadline }: Pick<Declaration, 'deadline'>,
  name: string,
  record: Readonly<Record<string, unknown>>,
  today: string,
): boolean {
  if (deadline?.field !== name) return false
  const due = record[name]
  const state = record[deadline.unless.field]
  return (
    typeof due === 'string' &&
    due < today &&
    !(typeof state === 'string' && deadline.unless.in.includes(state))
  )
}

/** Whether this actor may see the field. */
export function isVisibleField(declared: Field, actor: Pick<Actor, 'role'>): boolean {
  return isStaff(actor.role) || declared.masked !== true
}

/** Whether this actor may write the field by create or patch. */
export function isWritableField(declared: Field, actor: Pick<Actor, 'role'>): boolean {
  if (declared.computed === true || declared.writer === 'system') return false
  if (!isStaff(actor.role)) return declared.clientWrites === true && declared.masked !== true
  return declared.writer !== 'admin' || isAdministrator(actor.role)
}

/** The scope for reading one record by pid. */
export function readOneScope(declaration: Declaration, actor: Actor): Scope {
  return (declaration.access.readOne ?? declaration.access.read)(actor)
}

/** Scope rules shared by many collections. */
export const scopes = {
  everybody: (): Scope => 'all',
  nobody: (): Scope => 'closed',
  staff: (actor: Actor): Scope => (isStaff(actor.role) ? 'all' : 'closed'),
  administrators: (actor: Actor): Scope => (isAdministrator(actor.role) ? 'all' : 'closed'),
}

/**
 * Staff get the scope `staff`. Clients get the rows of their own organization that match `also`; a client
 * without an organization gets no rows.
 */
export function ownOrganization(staff: Scope, also: Filter = {}): ScopeRule {
  return (actor) => (isStaff(actor.role) ? staff : { and: [{ org: actor.org ?? '' }, also] })
}

export const may = {
  staff: (actor: Pick<Actor, 'role'>): boolean => isStaff(actor.role),
  administrators: (actor: Pick<Actor, 'role'>): boolean => isAdministrator(actor.role),
  nobody: (): boolean => false,
  roles:
    (...allowed: readonly Role[]) =>
    (actor: Pick<Actor, 'role'>): boolean =>
      allowed.includes(actor.role),
}

import type { Sayable } from '../sentence.ts'
import { phrase } from '../sentence.ts'
import { screenLabel } from '../language.ts'
import { orgRoleRefusal } from '../access/org-roles.ts'
import type { Actor } from '../session.ts'
import { isAdministrator, isStaff } from '../roles.ts'
import type { Role } from '../roles.ts'
import type { Filter } from '../query/filter.ts'
import { field, labelOfCode } from './field.ts'
import type { Field, WireValue } from './field.ts'
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
 * The rows an actor may touch: all of them, those that match a filter, or `closed`, the call itself refused
 * (403). A row outside a filter answers 404: its existence is secret.
 */
export type Scope = 'all' | 'closed' | Filter
export type ScopeRule = (actor: Actor) => Scope

export interface Access {
  /** List, search, distinct values, groups, count, export. */
  read: ScopeRule
  /** One record by pid, where it differs from `read`. */
  readOne?: ScopeRule
  create: (actor: Actor) => boolean
  /** Of the rows one may read, those one may change. */
  update: ScopeRule
  delete: ScopeRule
}

/** A date field that can be overdue; never where the field `unless` holds one of the codes `in`. */
export interface Deadline {
  field: string
  unless: { field: string; in: readonly string[] }
}

export interface Declaration<Fields extends Record<string, Field> = Record<string, Field>> {
  name: CollectionName
  table: TableName
  /** Name of the list in the answer. Source: specification.md 3. */
  answerField: string
  pageSize: number
  /** One record of it in words: `permit`. */
  noun: string
  /** Field whose value is a record's title; refNo stands in where it is empty. */
  titleField: string
  /** Field with the human number, and the number's prefix. */
  numberField: string | null
  numberPrefix: string | null
  /** The rows of the table that belong to this collection; a projection has one. */
  projection?: Filter
  /** Sort of a list that names none. */
  defaultSort: string
  /** How many columns are shown by default. */
  columnsShown: number
  /** Shown columns in order, where it is not the fields marked `shown`. */
  defaultColumns?: readonly string[]
  /** The day a record is to be done by, and the records it no longer matters for. */
  deadline?: Deadline
  /** A fixed projection accepts no new records of its own. */
  createRefusal?: string
  tabs: readonly DrawerTab[]
  access: Access
  fields: Fields
  /**
   * Fields users have added, by `custom.<key>`; the server and the screens put them in from the
   * configuration.
   */
  added?: Readonly<Record<string, Field>>
  /** Keys of added fields that were removed: records keep their values, and nobody is told of them. */
  removed?: readonly string[]
}

/** Fields users have added that the actor may see, in the order they were added. */
export function visibleAddedFields(
  { added }: Pick<Declaration, 'added'>,
  actor: Pick<Actor, 'role'>,
): [string, Field][] {
  return Object.entries(added ?? {}).filter(([, declared]) => isVisibleField(declared, actor))
}

/** Fields every record has besides its own. */
export const auditFields = {
  createdAt: field.datetime({ writer: 'system', indexed: true, section: 'Record' }),
  createdBy: field.ref('users', { writer: 'system', section: 'Record' }),
  updatedAt: field.datetime({ writer: 'system', indexed: true, section: 'Record' }),
  updatedBy: field.ref('users', { writer: 'system', section: 'Record' }),
}

/** A record as read: declared fields (null when empty, absent when masked), audit fields, pid and version. */
export type RecordOf<D extends Declaration> = {
  pid: string
  version: number
  custom?: Record<string, unknown>
} & {
  [Name in keyof D['fields']]?: WireValue[D['fields'][Name]['type']] | null
} & { [Name in keyof typeof auditFields]?: WireValue[(typeof auditFields)[Name]['type']] | null }

/** A record of any collection, as generic screens and the engine see it. */
export type AnyRecord = { pid: string; version: number } & Record<string, unknown>

/**
 * Why a collection closes an action to the actor altogether, in a sentence; null where it does not. A client
 * is told where it is their position that is missing, not their role. Whether one record may be changed its
 * row rule says.
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
    create: 'Your role does not make {{noun}}s.',
    update: 'Your role does not update {{noun}}s.',
    delete: 'Your role does not delete {{noun}}s.',
  }[action]
  return (isForOthers ? orgRoleRefusal(actor, 'MEMBER') : null) ?? phrase(template, { noun })
}

/** Keeps the literal types of a declaration's fields. */
export function declare<Fields extends Record<string, Field>>(
  declaration: Declaration<Fields>,
): Declaration<Fields> {
  return declaration
}

/** Declared and audit fields in order. */
export function allFields(declaration: Declaration): Record<string, Field> {
  return { ...declaration.fields, ...auditFields }
}

/**
 * The field of that name, declared, added or audit; undefined when there is none (own keys only, so
 * `__proto__` is none).
 */
export function findField(declaration: Declaration, name: string): Field | undefined {
  if (Object.hasOwn(declaration.fields, name)) return declaration.fields[name]
  if (declaration.added !== undefined && Object.hasOwn(declaration.added, name))
    return declaration.added[name]
  return Object.entries(auditFields).find(([key]) => key === name)?.[1]
}

/** Labels that are not the field's name in sentence case. Source: contract.md 2. */
const fixedLabels: Readonly<Record<string, string>> = { org: 'Client', targetDate: 'Due', refNo: 'Number' }

/**
 * English label of a column: declared, fixed, or the name in sentence case (`issuedDate` -> `Issued date`).
 */
export function englishFieldLabel(name: string, declared?: Field): string {
  return declared?.label ?? fixedLabels[name] ?? labelOfCode(name.replaceAll(/([A-Z])/g, '_$1'))
}

/** Label of a column in the language of this screen; on a server in English. */
export const fieldLabel = (name: string, declared?: Field): string =>
  screenLabel(englishFieldLabel(name, declared))

/** Names of the columns shown by default, before the configuration has its say. */
export function defaultColumns(declaration: Declaration): string[] {
  const shown =
    declaration.defaultColumns ??
    Object.entries(declaration.fields)
      .filter(([, each]) => each.shown)
      .map(([name]) => name)
  return shown.slice(0, declaration.columnsShown)
}

/**
 * Is this field the record's deadline, has its day passed, and is the record still open? `today` is the
 * viewer's local date.
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

/** May this actor see the field at all? */
export function isVisibleField(declared: Field, actor: Pick<Actor, 'role'>): boolean {
  return isStaff(actor.role) || declared.masked !== true
}

/** May this actor write the field by create or patch? */
export function isWritableField(declared: Field, actor: Pick<Actor, 'role'>): boolean {
  if (declared.computed === true || declared.writer === 'system') return false
  if (!isStaff(actor.role)) return declared.clientWrites === true && declared.masked !== true
  return declared.writer !== 'admin' || isAdministrator(actor.role)
}

/** The scope of reading one record by its pid. */
export function readOneScope(declaration: Declaration, actor: Actor): Scope {
  return (declaration.access.readOne ?? declaration.access.read)(actor)
}

/** Scope rules that many collections share. */
export const scopes = {
  everybody: (): Scope => 'all',
  nobody: (): Scope => 'closed',
  staff: (actor: Actor): Scope => (isStaff(actor.role) ? 'all' : 'closed'),
  administrators: (actor: Actor): Scope => (isAdministrator(actor.role) ? 'all' : 'closed'),
}

/**
 * Staff as `staff` says; clients the rows of their own organization that match `also`; a client without one
 * sees no row.
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

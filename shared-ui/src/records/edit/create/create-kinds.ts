import { collections, isStaff, whyNotNote } from '@portal/contract'
import type { Actor, AnyRecord, Declaration, Reference } from '@portal/contract'
import type { FormValues } from '../draft.ts'
import { isReference } from '../../declaration/is-reference.ts'
import { mayCreate } from '../may-create.ts'
import { titleOf } from '../../declaration/record-title.ts'

/** What can be created from a record, in menu order. */
export const createKinds = ['task', 'clientTask', 'mail', 'fee', 'note'] as const
export type CreateKind = (typeof createKinds)[number]

/** The records that a new record is linked to. */
export interface About {
  permit: Reference | null
  org: Reference | null
  contact: Reference | null
}

export function aboutOf(declaration: Declaration, record: AnyRecord): About {
  const self = { pid: record.pid, title: titleOf(declaration, record) }
  const reference = (name: string) => (isReference(record[name]) ? record[name] : null)
  return {
    permit: declaration.table === 'permits' ? self : reference('permit'),
    org: declaration.table === 'orgs' ? self : (reference('org') ?? reference('assignedOrg')),
    contact: declaration.table === 'contacts' ? self : null,
  }
}

/** Initial values of a new record, taken from the record it is created from. */
export interface LinkedStart {
  collection: Declaration
  start: FormValues
  /** Sent but not shown: the source record, if no field of the form refers to it. */
  linked: Readonly<Record<string, unknown>>
}

const given = (values: Readonly<Record<string, Reference | null>>): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Reference] => entry[1] !== null),
  )

/** Initial values of a new task, client task or fee. */
export function startOf(
  kind: 'task' | 'clientTask' | 'fee',
  declaration: Declaration,
  record: AnyRecord,
): LinkedStart {
  const { permit, org, contact } = aboutOf(declaration, record)
  const isNamed = declaration.table === 'permits' || declaration.table === 'contacts'
  const linked = isNamed ? {} : { relatedType: declaration.name, relatedPid: record.pid }
  switch (kind) {
    case 'task':
      return { collection: collections.tasks, start: given({ permit, contact }), linked }
    case 'clientTask':
      return { collection: collections.ctasks, start: given({ permit, contact, assignedOrg: org }), linked }
    case 'fee':
      return {
        collection: collections.payments,
        start: { ...given({ permit, org }), kind: 'FEE' },
        linked: {},
      }
  }
}

const sources: ReadonlySet<string> = new Set(['permits', 'tasks', 'payments', 'rts', 'orgs', 'contacts'])

/** What this user may create from this record. Empty for clients and if there is nothing to link to. */
export function kindsFor(
  declaration: Declaration,
  record: AnyRecord,
  actor: Actor,
  writesMail: boolean,
): CreateKind[] {
  if (!isStaff(actor.role) || !sources.has(declaration.table)) return []
  const { permit, org, contact } = aboutOf(declaration, record)
  const may: Readonly<Record<CreateKind, boolean>> = {
    task: mayCreate(collections.tasks, actor) && (permit ?? org ?? contact) !== null,
    clientTask: mayCreate(collections.ctasks, actor) && org !== null,
    mail: writesMail && ((permit ?? org) !== null || typeof record['email'] === 'string'),
    fee: mayCreate(collections.payments, actor) && (permit ?? org) !== null,
    note: declaration.tabs.includes('Notes') && whyNotNote(actor) === null,
  }
  return createKinds.filter((kind) => may[kind])
}

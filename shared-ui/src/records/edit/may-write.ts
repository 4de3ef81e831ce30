import {
  hasField,
  isClosedRecord,
  isMergedRecord,
  isWritableField,
  orgRoleRefusal,
  localizeOnScreen,
} from '@portal/contract'
import type { Actor, AnyRecord, Declaration, Field, Scope } from '@portal/contract'
import { valueIn } from '../declaration/added-fields.ts'
import { isReference } from '../declaration/is-reference.ts'
import { t } from './texts.ts'

/**
 * Does a row rule let the actor at this record? Equalities are judged here; what asks for more is left to the
 * server, which has the last word either way.
 */
function admits(scope: Scope, record: AnyRecord): boolean {
  if (scope === 'all' || scope === 'closed') return scope === 'all'
  return Object.entries(scope).every(([name, wanted]) => {
    if (typeof wanted !== 'string') return true
    const value = record[name]
    return (isReference(value) ? value.pid : value) === wanted
  })
}

/**
 * Why this record is not the actor's to change in a sentence, an empty text where that goes without saying;
 * null when it is theirs.
 */
export function whyReadOnly(declaration: Declaration, record: AnyRecord, actor: Actor): string | null {
  if (!admits(declaration.access.update(actor), record)) {
    // Where the position is what is missing, that is said.
    const isForOthers = admits(declaration.access.update({ ...actor, orgRole: 'ORG_ADMIN' }), record)
    return isForOthers ? localizeOnScreen(orgRoleRefusal(actor, 'MEMBER') ?? '') : ''
  }
  if (isMergedRecord(declaration, record)) return t('mergedReason')
  return isClosedRecord(declaration, record) ? t('processedReason') : null
}

export function mayDelete(declaration: Declaration, record: AnyRecord, actor: Actor): boolean {
  return admits(declaration.access.delete(actor), record)
}

/**
 * Has the field an editor for this actor? Structured facts and stored files have theirs elsewhere; what the
 * portal keeps for itself has none.
 */
export function isEditable(declared: Field, actor: Pick<Actor, 'role'>): boolean {
  return (
    declared.internal === undefined &&
    isWritableField(declared, actor) &&
    declared.type !== 'json' &&
    declared.to !== 'files'
  )
}

/** Has this record the field? A detail belongs to permits of some types. */
export const isFieldOf = (declared: Field, record: AnyRecord): boolean =>
  hasField(declared, (name) => valueIn(record, name))

/** Whose work a record may be, in fields a person may take themselves. */
export const selfAssignableFields = ['assignedTo', 'accountManager', 'defaultAssignee']

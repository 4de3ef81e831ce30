import { isWritableField, orgRoleRefusal, localizeOnScreen } from '@portal/contract'
import type { Actor, AnyRecord, Declaration, Field, Scope } from '@portal/contract'
import { isReference } from './form-values.ts'
import { t } from './texts.ts'

/**
 * True if a row rule allows the actor to change this record. Only equality rules are evaluated here; the
 * server evaluates all rules and decides.
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
 * Why the actor may not change this record, as a sentence; empty if no explanation is needed; null if they
 * may.
 */
export function whyReadOnly(declaration: Declaration, record: AnyRecord, actor: Actor): string | null {
  if (!admits(declaration.access.update(actor), record)) {
    // Explain it if a higher position would allow the change.
    const isForOthers = admits(declaration.access.update({ ...actor, orgRole: 'ORG_ADMIN' }), record)
    return isForOthers ? localizeOnScreen(orgRoleRefusal(actor, 'MEMBER') ?? '') : ''
  }
  return record['bucket'] === 'processed' ? t('processedReason') : null
}

export function mayDelete(declaration: Declaration, record: AnyRecord, actor: Actor): boolean {
  return admits(declaration.access.delete(actor), record)
}

/**
 * True if this actor has an editor for the field. Structured facts and stored files are edited in other
 * places; internal fields have no editor.
 */
export function isEditable(declared: Field, actor: Pick<Actor, 'role'>): boolean {
  return (
    declared.internal === undefined &&
    isWritableField(declared, actor) &&
    declared.type !== 'json' &&
    declared.to !== 'files'
  )
}

/** Assignee fields that a user may set to themselves. */
export const selfAssignableFields = ['assignedTo', 'accountManager', 'defaultAssignee']

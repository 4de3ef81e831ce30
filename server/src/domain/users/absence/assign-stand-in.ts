import { standInOf } from '@portal/contract'
import type { WriteContext } from '#engine/write/write-context.ts'
import { listAbsences } from './absences.ts'

/** A record that is assigned to staff. */
interface Assigned {
  assignedTo?: string | null | undefined
}

/**
 * The values of a write, with the delegate as assignee where the chosen person is away; `assignedFor` says
 * who was meant. An assignment to somebody else, or to nobody, clears it. A closed record, as an import
 * writes it, keeps the person who did the work.
 */
export async function withStandIn<Values extends Assigned>(
  context: WriteContext,
  values: Values,
  isOpen: boolean,
): Promise<Values & { assignedFor?: string | null }> {
  const { assignedTo } = values
  if (assignedTo === undefined || !isOpen) return values
  if (assignedTo === null) return { ...values, assignedFor: null }
  const { delegates } = await listAbsences(context)
  const standIn = standInOf(assignedTo, delegates)
  return { ...values, assignedTo: standIn, assignedFor: standIn === assignedTo ? null : assignedTo }
}

/** Who works for a person today because they are away; null if they are not, or nobody does. */
export async function standInFor(context: WriteContext, person: string | null): Promise<string | null> {
  if (person === null) return null
  const standIn = standInOf(person, (await listAbsences(context)).delegates)
  return standIn === person ? null : standIn
}

import { clientTaskRequires, invalid, taskStatus } from '@portal/contract'
import type { ValuesOf, collections } from '@portal/contract'
import { portalActor } from '#engine/write/portal-actor.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { notifyAssignment } from '../notifications/assignments.ts'
import { recalculateCourt } from '#domain/permits/court.ts'
import { withStandIn } from '../users/absence/assign-stand-in.ts'
import { findPermitFacts } from '../permit-facts.ts'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'
import { dayAfter } from './recurrence.ts'

type TaskValues = ValuesOf<typeof collections.tasks>

/** The organization of a task: the assigned one for a client task, otherwise that of the permit. */
async function organizationOf(context: WriteContext, task: TaskValues): Promise<string | null> {
  const permit = await findPermitFacts(context, task.permit)
  const forClient = task.audience === 'CLIENT'
  if (forClient && permit !== undefined && permit.org !== task.assignedOrg) {
    throw invalid('body.permit', 'out-of-scope', 'body.permit belongs to a different client than the task')
  }
  return (forClient ? task.assignedOrg : permit?.org) ?? null
}

/**
 * A first day that every month has, so that the check does not depend on the day on which a rule is written.
 */
const anyFirstDay = '2024-01-01'

/** Throws 400 for a rule without any day, such as every 30 February. */
function requireOccurrence(rule: unknown): void {
  if (typeof rule === 'string' && dayAfter(rule, anyFirstDay) === null)
    throw invalid('body.recurrence', 'never-occurs', 'body.recurrence has no day on which it occurs')
}

export const taskRules: CollectionRules<typeof collections.tasks> = {
  defaults(actor, values, _now, { declaration }) {
    const audience = declaration.projection?.['audience']
    return {
      priority: 'NORMAL',
      ...values,
      status: taskStatus.OPEN,
      audience,
      // The portal is no person who could have assigned it.
      assignedBy: values.assignedTo && actor.pid !== portalActor.pid ? actor.pid : null,
    }
  },
  required: (task) => (task.audience === 'CLIENT' ? [...clientTaskRequires] : []),
  async beforeWrite(context, write) {
    if (write.action === 'delete') return {}
    requireOccurrence(write.values.recurrence)
    const before: TaskValues = write.action === 'update' ? write.before : {}
    const { status } = { ...before, ...write.values }
    const isOpen = status !== taskStatus.DONE && status !== taskStatus.CANCELLED
    const values = await withStandIn(context, write.values, isOpen)
    const reassigned =
      write.action === 'update' && values.assignedTo !== undefined && values.assignedTo !== before.assignedTo
    if (before.certificate && values.assignedOrg !== undefined && values.assignedOrg !== before.assignedOrg)
      throw invalid(
        'body.assignedOrg',
        'out-of-scope',
        'body.assignedOrg: a task that asks for a new certificate stays with its client',
      )
    const moved = write.action === 'create' || values.permit !== undefined || values.assignedOrg !== undefined
    return {
      ...values,
      ...(reassigned ? { assignedBy: values.assignedTo === null ? null : context.actor.pid } : {}),
      ...(moved ? { org: await organizationOf(context, { ...before, ...values }) } : {}),
    }
  },
  /**
   * Notifies the new assignee, and recalculates the court of the permit, which depends on the open client
   * tasks.
   */
  async afterWrite(context, written) {
    const { before, after } = written
    const audience = before?.audience ?? after?.audience
    const permits = audience === 'CLIENT' ? [before?.permit, after?.permit] : []
    for (const permit of new Set(permits)) await recalculateCourt(context, permit ?? null)
    await notifyAssignment(context, written)
  },
}

import { Refusal, invalid, permitStatus, statusIn } from '@portal/contract'
import type { RecordValues, StatusMap, collections } from '@portal/contract'
import { notifyWork } from '../notifications/assignments.ts'
import { readIssuanceCorrection } from './correct-issuance.ts'
import { requireActiveOrganization } from '../permit-facts.ts'
import { withStandIn } from '../users/absence/assign-stand-in.ts'
import { moveToOrganization } from './move-to-organization.ts'
import { followRequirements, requireMovable } from '../requirements/move-permit.ts'
import { numbersWithoutFields, possibleRuleFields } from '../requirements/rule-field-names.ts'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'

/** The fields that follow from a status: stage, bucket and court. */
function standing(map: StatusMap, status: string): RecordValues {
  const { stage, bucket, court } = statusIn(map, status)
  return { status, pipelineStage: stage, bucket, court }
}

export const permitRules: CollectionRules<typeof collections.permits> = {
  // The status map must not change between validation and insert.
  async lockBeforeCreate({ deps, trx }) {
    await deps.statusMap.lockShared(trx)
    await deps.requirements.refresh(trx)
  },
  defaults(actor, values, now, { deps, trx, today }) {
    const isClient = actor.role === 'client'
    if (isClient && actor.org === null)
      throw new Refusal(
        'forbidden',
        'Your account has no organization yet. Ask the office to add you to one.',
      )
    if (isClient && values.org !== undefined && values.org !== actor.org) {
      throw invalid(
        'body.org',
        'out-of-scope',
        'body.org: you can create permits only for your own organization',
      )
    }
    const status = isClient ? permitStatus.DRAFT : permitStatus.NEW
    return {
      priority: 'NORMAL',
      ...values,
      ...(isClient ? { org: actor.org } : {}),
      ...standing(deps.statusMap.current, status),
      statusChangedAt: now.toISOString(),
      // Clocks start at NEW.
      ...(status === permitStatus.NEW ? { clockStartedAt: now.toISOString(), receivedDate: today } : {}),
      ourSeconds: 0,
      clientSeconds: 0,
      authoritySeconds: 0,
      cycleNo: 1,
      requirementsNumber: deps.requirements.inForceIn(trx).number,
      // An amendment sets the next revision.
      revision: values.revision ?? 0,
      paymentStatus: 'NONE',
      feeTotal: 0,
      paidTotal: 0,
      balance: 0,
      refundedTotal: 0,
      origin: isClient ? 'CLIENT_PORTAL' : 'STAFF',
    }
  },
  validatedFields: ['org', 'assignedTo', 'collaborators', 'requirementsNumber'],
  // Of these, conditions of rules name some: the documents of a package follow them.
  validatedByNumber: {
    by: 'requirementsNumber',
    fields: possibleRuleFields,
    unaffected: ({ requirements }, fields) => numbersWithoutFields(requirements.known, fields),
  },
  async beforeWrite(context, write) {
    if (write.action === 'delete') return {}
    if (write.action === 'create' || write.values.org !== undefined)
      await requireActiveOrganization(context, write.values.org)
    if (write.action === 'update' && write.values.requirementsNumber !== undefined)
      await requireMovable(context, write.pid, write.before, { ...write.before, ...write.values })
    const { bucket } = write.action === 'create' ? write.values : write.before
    return withStandIn(context, write.values, bucket !== 'processed')
  },
  async afterWrite(context, written) {
    const { action, pid, before, after } = written
    if (action === 'update' && before?.org !== after?.org)
      await moveToOrganization(context, pid, after?.org ?? null)
    if (before !== null && after !== null) await followRequirements(context, pid, before, after)
    await notifyWork(context, written)
  },
}

/** A decided permit changes only by transitions, amendments and renewals. Source: domain.md 1.2. */
export const processedRules: CollectionRules<typeof collections.processed> = {
  readCorrection: readIssuanceCorrection,
  async beforeWrite(_context, write) {
    if (write.action === 'delete') return {}
    const sentence = 'This permit is closed. Fields are locked. Amend, renew or reopen it instead.'
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  },
}

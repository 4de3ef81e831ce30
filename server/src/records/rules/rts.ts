import { newChecklist, readinessOf } from '@portal/contract'
import { findPermitFacts, requireActiveOrganization } from './lookups.ts'
import type { CollectionRules } from './collection-rules.ts'

/** One record a permit and submission cycle; it copies client and authority from its permit. */
export const rtsRules: CollectionRules = {
  defaults: (_actor, values) => ({
    kind: 'FIRST',
    channel: 'PORTAL',
    ...values,
    status: 'COLLECTING',
    readinessPct: 0,
    missingCount: 0,
    feeReady: false,
  }),
  async beforeWrite(context, write) {
    if (write.action === 'delete') return {}
    if (write.action === 'update' && write.values['permit'] === undefined) return write.values
    const permit = await findPermitFacts(context, write.values['permit'])
    if (permit === undefined) return write.values
    await requireActiveOrganization(context, permit.org)
    const checklist = write.action === 'create' ? newChecklist(permit.permit_type ?? '', permit.authority) : null
    const begun = checklist === null ? {} : { checklist, ...readinessOf(checklist) }
    return { ...write.values, ...begun, org: permit.org, authority: permit.authority, cycleNo: permit.cycle_no ?? 1 }
  },
}

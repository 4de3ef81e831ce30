import { Refusal, orgStatus, tables } from '@portal/contract'
import type { collections } from '@portal/contract'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { organizationTransitions } from './organizations.transitions.ts'
import { balanceSql } from '../payments/balance.ts'

const orgRules: CollectionRules<typeof collections.orgs> = {
  defaults: (_actor, values) => ({ ...values, status: orgStatus.ACTIVE }),
  async beforeWrite(_context, write) {
    if (write.action !== 'create' && write.before.mergedInto) {
      const sentence = 'This organization was merged into another one and can’t be changed.'
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    return write.action === 'delete' ? {} : write.values
  },
}

export const organizationsModule = defineCollection({
  declaration: tables.orgs,
  rules: { orgs: orgRules },
  transitions: organizationTransitions,
  counters: ['status'],
  // An index supports the count of each of them.
  computed: {
    balance: balanceSql,
    openPermits: `(select count(*) from permits p where p.org = t.pid and p.bucket = 'processing' and p.status <> 'DRAFT' and p.deleted_at is null)`,
  },
  references: { staff: 'true', client: 'r.pid = viewer.org' },
  lookup: { hint: "concat_ws(' · ', t.org_no, t.city)" },
})

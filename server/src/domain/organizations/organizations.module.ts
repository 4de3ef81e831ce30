import { tables } from '@portal/contract'
import type { CollectionModule } from '#engine/modules/collection-module.ts'
import { orgRules } from './organizations.rules.ts'
import { balanceSql } from '../payments/balance.ts'

export const organizationsModule: CollectionModule = {
  declaration: tables.orgs,
  rules: { orgs: orgRules },
  counters: ['status'],
  // An index supports the count of each of them.
  computed: {
    balance: balanceSql,
    openPermits: `(select count(*) from permits p where p.org = t.pid and p.bucket = 'processing' and p.status <> 'DRAFT' and p.deleted_at is null)`,
  },
  references: { staff: 'true', client: 'r.pid = viewer.org' },
  lookup: { hint: "concat_ws(' · ', t.org_no, t.city)" },
}

import { orgStatus } from '@portal/contract'
import type { collections } from '@portal/contract'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'

export const orgRules: CollectionRules<typeof collections.orgs> = {
  defaults: (_actor, values) => ({ ...values, status: orgStatus.ACTIVE }),
}

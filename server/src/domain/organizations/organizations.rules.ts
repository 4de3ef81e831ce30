import type { CollectionRules } from '#engine/modules/collection-rules.ts'

export const orgRules: CollectionRules = {
  defaults: (_actor, values) => ({ ...values, status: 'ACTIVE' }),
}

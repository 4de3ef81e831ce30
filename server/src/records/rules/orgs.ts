import type { CollectionRules } from './collection-rules.ts'

export const orgRules: CollectionRules = {
  defaults: (_actor, values) => ({ ...values, status: 'ACTIVE' }),
}

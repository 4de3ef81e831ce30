import type { CollectionRules } from './rules.ts'

export const orgRules: CollectionRules = {
  defaults: (_actor, values) => ({ ...values, status: 'ACTIVE', balance: 0 }),
}

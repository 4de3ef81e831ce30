import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { paymentRules } from './payments.rules.ts'
import { paymentTransitions } from './payments.transitions.ts'
import { organizationText, permitTextOf, permitTitle } from '../referenced-titles.ts'

export const paymentsModule = defineCollection({
  declaration: tables.payments,
  rules: { payments: paymentRules },
  transitions: paymentTransitions,
  counters: ['status', 'org'],
  references: { staff: 'true', client: "r.org = viewer.org and r.status <> 'DRAFT'" },
  lookup: { hint: "concat_ws(' · ', t.kind, t.description)" },
  searchText: { references: { org: organizationText, permit: permitTextOf() } },
  searchHeading: permitTitle,
  uniqueIndexes: {
    payments_one_fee: {
      path: 'body.feeCode',
      detail: 'The permit already has this fee in this submission cycle.',
    },
  },
})

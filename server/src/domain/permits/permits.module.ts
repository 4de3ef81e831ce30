import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { permitRules, processedRules } from './permits.rules.ts'
import { permitTransitions } from './permits.transitions.ts'
import { organizationText } from '../referenced-titles.ts'

export const permitsModule = defineCollection({
  declaration: tables.permits,
  rules: { permits: permitRules, processed: processedRules },
  transitions: permitTransitions,
  counters: ['bucket', 'status', 'org'],
  // An index supports counts by it.
  computed: { daysToExpiry: '(t.expiry_date - {today})' },
  references: { staff: "r.status <> 'DRAFT'", client: 'r.org = viewer.org' },
  lookup: { hint: 't.ref_no' },
  searchText: {
    references: { org: organizationText },
    quotedFields: ['authorityNumber'],
    postings: {
      orders: [
        'title',
        'createdAt',
        'targetDate',
        'submittedDate',
        'statusChangedAt',
        'issuedDate',
        'expiryDate',
      ],
    },
  },
  indexIncludes: ['status'],
  indexesPerList: true,
  hasCombinedScope: true,
})

import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { rtsRules } from './packages.rules.ts'
import { packageTransitions } from './packages.transitions.ts'
import { organizationText, permitTextOf, permitTitle } from '../referenced-titles.ts'

export const packagesModule = defineCollection({
  declaration: tables.rts,
  rules: { rts: rtsRules },
  transitions: packageTransitions,
  counters: ['status', 'org'],
  references: { staff: 'true', client: 'r.org = viewer.org' },
  lookup: { hint: '(select p.title from permits p where p.pid = t.permit)' },
  searchText: { references: { org: organizationText, permit: permitTextOf() } },
  searchHeading: permitTitle,
  uniqueIndexes: {
    rts_one_per_cycle: {
      path: 'body.permit',
      detail: 'The permit already has a submittal package for this submission cycle.',
    },
  },
  // Submitted packages define which files are kept with them (decision 0066).
  purgeable: 'submitted_at is null',
})

import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { authorityRules } from './authorities.rules.ts'

export const authoritiesModule = defineCollection({
  declaration: tables.authorities,
  rules: { authorities: authorityRules },
  counters: ['region'],
  // Clients read the names of the agencies of their permits, and no record.
  references: { staff: 'true', client: 'true' },
  codes: 'authority_codes',
  // Permits and packages that name a deleted agency go on showing its name.
  purgeable: ['permits', 'rts']
    .map((table) => `not exists (select 1 from ${table} r where r.authority_pid = authorities.pid)`)
    .join(' and '),
  lookup: { hint: "concat_ws(' · ', t.short_code, t.region)" },
  uniqueIndexes: {
    authorities_unique_short_code: {
      path: 'body.shortCode',
      detail: 'Another agency already has this short code. Enter another short code.',
    },
  },
})

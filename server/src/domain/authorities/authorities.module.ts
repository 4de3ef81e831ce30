import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'

export const authoritiesModule = defineCollection({
  declaration: tables.authorities,
  rules: {},
  counters: ['region'],
  references: { staff: 'true', client: 'false' },
  lookup: { hint: "concat_ws(' · ', t.short_code, t.region)" },
  uniqueIndexes: {
    authorities_unique_short_code: {
      path: 'body.shortCode',
      detail: 'Another agency already has this short code. Enter another short code.',
    },
  },
})

import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { organizationText } from '../referenced-titles.ts'

export const contactsModule = defineCollection({
  declaration: tables.contacts,
  rules: {},
  counters: ['role'],
  references: {
    staff: 'true',
    client: "r.org = viewer.org and r.role not in ('PLAN_REVIEWER', 'INSPECTOR')",
  },
  lookup: { hint: "concat_ws(' · ', t.company, t.email)" },
  searchText: { references: { org: organizationText } },
  uniqueIndexes: {
    contacts_once_per_client: {
      path: 'body.email',
      detail:
        'This client already has a contact with this email address. Use that contact, or enter another address.',
    },
  },
})

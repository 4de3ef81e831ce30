import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { notificationRules } from './notifications.rules.ts'
import { organizationText } from '../referenced-titles.ts'

export const notificationsModule = defineCollection({
  declaration: tables.notifications,
  rules: { notifications: notificationRules },
  counters: ['status'],
  references: { staff: 'true', client: 'r.org = viewer.org' },
  lookup: { hint: 't.subject' },
  // Messages to one person or to everybody are also read outside their organization.
  searchText: { references: { org: `${organizationText} and t.audience = 'ORG'` } },
  isMessage: true,
})

import { tables } from '@portal/contract'
import { defineCollection } from '#engine/modules/collection-module.ts'
import { alertRules } from './alerts.rules.ts'
import { organizationText } from '../referenced-titles.ts'

export const alertsModule = defineCollection({
  declaration: tables.alerts,
  rules: { alerts: alertRules },
  counters: ['user', 'isRead'],
  computed: { awaitsAcknowledgment: '(t.ack_required is true and t.acknowledged_at is null)' },
  references: { staff: 'true', client: 'false' },
  lookup: { hint: "''" },
  searchText: { references: { org: organizationText } },
  isMessage: true,
})

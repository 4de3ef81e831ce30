import { tables } from '@portal/contract'
import type { CollectionModule } from '#engine/modules/collection-module.ts'
import { alertRules } from './alerts.rules.ts'
import { organizationText } from '../referenced-titles.ts'

export const alertsModule: CollectionModule = {
  declaration: tables.alerts,
  rules: { alerts: alertRules },
  counters: ['user', 'isRead'],
  references: { staff: 'true', client: 'false' },
  lookup: { hint: "''" },
  searchText: { references: { org: organizationText } },
  isMessage: true,
}

import type { CollectionName } from '@portal/contract'
import { alertRules } from './alerts.ts'
import type { CollectionRules } from './collection-rules.ts'
import { notificationRules } from './notifications.ts'
import { orgRules } from './orgs.ts'
import { paymentRules } from './payments.ts'
import { permitRules, processedRules } from './permits.ts'
import { rtsRules } from './rts.ts'
import { taskRules } from './tasks.ts'
import { userRules } from './users.ts'

/** The rules of every collection. */
export const collectionRules: Readonly<Record<CollectionName, CollectionRules>> = {
  alerts: alertRules,
  users: userRules,
  tasks: taskRules,
  ctasks: taskRules,
  permits: permitRules,
  processed: processedRules,
  payments: paymentRules,
  notifications: notificationRules,
  orgs: orgRules,
  rts: rtsRules,
  contacts: {},
}

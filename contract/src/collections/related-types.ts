import type { Option } from './field.ts'
import { collectionNames } from './names.ts'
import type { CollectionName } from './names.ts'

const labels = {
  alerts: 'Alert',
  users: 'User',
  tasks: 'Task',
  ctasks: 'Client task',
  permits: 'Permit',
  payments: 'Payment',
  notifications: 'Notification',
  orgs: 'Client',
  rts: 'Ready-to-submit record',
  processed: 'Processed permit',
  contacts: 'Contact',
} as const satisfies Record<CollectionName, string>

/** Labels for the type of a related record: the collections by their codes. */
export const relatedTypes: readonly Option[] = collectionNames.map((code) => ({ code, label: labels[code] }))

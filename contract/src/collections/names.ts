import { z } from 'zod'

/** The ten collections of the specification, contacts (decision 0070) and authorities, with their labels. */
const labels = {
  alerts: { one: 'Alert', many: 'Alerts' },
  users: { one: 'User', many: 'Users' },
  tasks: { one: 'Task', many: 'Tasks' },
  ctasks: { one: 'Client task', many: 'Client tasks' },
  permits: { one: 'Permit', many: 'Processing permits' },
  payments: { one: 'Payment', many: 'Payments' },
  notifications: { one: 'Notification', many: 'Notifications' },
  orgs: { one: 'Client', many: 'Organizations' },
  rts: { one: 'Ready-to-submit record', many: 'Ready to submit' },
  processed: { one: 'Processed permit', many: 'Processed permits' },
  contacts: { one: 'Contact', many: 'Contacts' },
  authorities: { one: 'Agency', many: 'Agencies' },
} as const
export type CollectionName = keyof typeof labels

const isName = (name: string): name is CollectionName => Object.hasOwn(labels, name)
export const collectionNames: readonly CollectionName[] = Object.keys(labels).filter(isName)
export const CollectionName = z.enum(collectionNames)

/** English label of one record of a collection, or of the collection. */
export const labelOfCollection = (name: CollectionName, number: 'one' | 'many'): string =>
  labels[name][number]

/** The tables of the collections; `ctasks` and `processed` are projections of `tasks` and `permits`. */
export type TableName = Exclude<CollectionName, 'ctasks' | 'processed'>

/** The target of a reference: the table of a collection or a stored file. */
export type ReferenceTarget = TableName | 'files'

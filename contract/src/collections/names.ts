import { z } from 'zod'

/** The ten collections of the specification, and contacts (decision 0070). */
export const collectionNames = [
  'alerts',
  'users',
  'tasks',
  'ctasks',
  'permits',
  'payments',
  'notifications',
  'orgs',
  'rts',
  'processed',
  'contacts',
] as const
export const CollectionName = z.enum(collectionNames)
export type CollectionName = z.infer<typeof CollectionName>

/** The tables of the collections; `ctasks` and `processed` are projections of `tasks` and `permits`. */
export type TableName = Exclude<CollectionName, 'ctasks' | 'processed'>

/** The target of a reference: the table of a collection or a stored file. */
export type ReferenceTarget = TableName | 'files'

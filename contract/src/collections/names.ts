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

/** Tables behind them; `ctasks` and `processed` are projections of `tasks` and `permits`. */
export type TableName = Exclude<CollectionName, 'ctasks' | 'processed'>

/** What a reference may point to: a collection's table or a stored file. */
export type ReferenceTarget = TableName | 'files'

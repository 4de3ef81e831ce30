import { z } from 'zod'

/** Collections that an app may be allowed to read, as far as the person may. */
export const readableByApps = [
  'permits',
  'processed',
  'rts',
  'tasks',
  'ctasks',
  'payments',
  'orgs',
  'contacts',
  'authorities',
] as const

/** Collections in which an app may be allowed to create and change records, as far as the person may. */
export const writableByApps = ['permits', 'tasks', 'contacts'] as const

export type ReadableByApps = (typeof readableByApps)[number]
export type WritableByApps = (typeof writableByApps)[number]

/** What an app may do. It never may more than the person who uses it. */
export const appScopes = [
  'profile:name',
  'profile:role',
  ...readableByApps.map((name) => `records:read:${name}` as const),
  ...writableByApps.map((name) => `records:write:${name}` as const),
] as const
export const AppScope = z.enum(appScopes)
export type AppScope = z.infer<typeof AppScope>

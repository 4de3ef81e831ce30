import { z } from 'zod'
import { CollectionName } from '../collections/names.ts'
import { Pid } from '../ids.ts'
import { storableText } from '../query/values.ts'
import { roles } from '../role-names.ts'
import { AppName } from './app-entry.ts'
import { AppScope } from './scopes.ts'

const Text = (longest: number) => storableText(longest).refine((text) => text !== '', 'is empty')

const Address = Text(500).refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !text.includes('#'),
  'is not a web address, such as https://app.example.com/portal',
)

const listOf = <Item extends z.ZodType>(item: Item, longest: number) =>
  z
    .array(item)
    .max(longest)
    .transform((items) => [...new Set(items)])

const members = {
  name: z.strictObject({ en: Text(60), es: Text(60) }),
  /** Who makes the app, as people read it before they allow it. */
  owner: Text(120),
  address: Address,
  roles: listOf(z.enum(roles), roles.length),
  page: z.boolean(),
  collections: listOf(CollectionName, 20),
  scopes: listOf(AppScope, 40),
  isActive: z.boolean(),
}

/** Body of `POST /api/apps`. */
export const NewApp = z.strictObject({ ...members, isActive: members.isActive.default(true) })
export type NewApp = z.infer<typeof NewApp>

/** Body of `PATCH /api/apps/{pid}`. */
export const AppPatch = z.strictObject({
  ...z.strictObject(members).partial().shape,
  version: z.int().min(1).max(2_147_483_647),
})
export type AppPatch = z.infer<typeof AppPatch>

/** A registered app, for administrators. */
export const RegisteredApp = z.object({
  pid: Pid,
  version: z.int(),
  name: AppName,
  owner: z.string(),
  address: z.string(),
  roles: z.array(z.enum(roles)),
  page: z.boolean(),
  collections: z.array(CollectionName),
  scopes: z.array(AppScope),
  isActive: z.boolean(),
  /** People who allow it what it asks for now. */
  people: z.int(),
  /** Calls of the last 30 days, and those that were refused. */
  calls: z.int(),
  refused: z.int(),
  lastCallAt: z.string().nullable(),
})
export type RegisteredApp = z.infer<typeof RegisteredApp>

/** Response of `GET /api/apps`. */
export const RegisteredApps = z.object({ apps: z.array(RegisteredApp) })

/** Response of `GET /api/apps/{pid}/access`: what an app asks of the caller, and whether they agreed. */
export const AppAccess = z.object({
  pid: Pid,
  name: AppName,
  owner: z.string(),
  /** Scheme, host and port from which it is loaded. */
  origin: z.string(),
  scopes: z.array(AppScope),
  agreed: z.boolean(),
})
export type AppAccess = z.infer<typeof AppAccess>

/** Body of `POST /api/apps/{pid}/access`: exactly what the person was shown. */
export const AppConsent = z.strictObject({ origin: z.string().max(500), scopes: listOf(AppScope, 40) })
export type AppConsent = z.infer<typeof AppConsent>

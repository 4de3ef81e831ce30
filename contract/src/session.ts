import { z } from 'zod'
import { Reference } from './ids.ts'
import type { Role } from './roles.ts'

export const sessionCookie = 'session_token'

/** Answer of `GET /api/auth/me`. `role` is null until one is granted. */
export const CurrentUser = z.object({
  pid: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  org: Reference.nullable(),
  pages: z.record(z.string(), z.boolean()),
  modules: z.record(z.string(), z.boolean()),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Who does something, as every rule sees them. `org` is the pid of a client's organization, null for staff. */
export interface Actor {
  pid: string
  role: Role
  org: string | null
}

export const DemoSignIn = z.strictObject({ role: z.string() })

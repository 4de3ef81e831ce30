import { z } from 'zod'
import { roles } from '../roles.ts'
import { LocalDate } from '../time.ts'
import { FlagName, RemoteName } from './manifest.ts'

/** Most persons for whom a flag is on by name. */
const maxPeople = 200

/**
 * For whom a flag is on: a person is in one of the roles, in the share of all people, or named. Empty: for
 * nobody. Body of `POST /api/federation/flags/{remote}/{flag}` (204).
 */
export const FlagRule = z.strictObject({
  roles: z.array(z.enum(roles)).max(roles.length),
  /** Stable for a person and a flag; a larger share includes the people of a smaller one. 100: everybody. */
  percent: z.int().min(0).max(100),
  /** Pids. */
  people: z.array(z.string().max(64)).max(maxPeople),
})
export type FlagRule = z.infer<typeof FlagRule>

/** A flag that nobody has set is on for nobody. */
export const noFlagRule: FlagRule = { roles: [], percent: 0, people: [] }

/** A flag that a live version of a remote declares. */
export const RemoteFlag = z.object({
  remote: RemoteName,
  name: FlagName,
  description: z.string(),
  owner: z.string(),
  endsOn: LocalDate,
  /** Its end is in the past: the code should no longer ask for it. */
  isOverdue: z.boolean(),
  rule: FlagRule,
  /** Names of the persons of the rule. */
  people: z.array(z.object({ pid: z.string(), name: z.string() })),
  changedAt: z.string().nullable(),
  changedBy: z.string().nullable(),
})
export type RemoteFlag = z.infer<typeof RemoteFlag>

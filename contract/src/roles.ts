import { z } from 'zod'
import { roles, toRole } from './role-names.ts'

// The sign-in page uses these without zod (decision 0109).
export { isAdministrator, isStaff, roles, toRole } from './role-names.ts'

export type Role = (typeof roles)[number]
/** A role, matched case-insensitively (contract.md 3). */
export const Role = z.preprocess((given): unknown => toRole(given) ?? given, z.enum(roles))

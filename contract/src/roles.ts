import { z } from 'zod'

/** Roles in falling rank. Source: specification.md 6. */
export const roles = ['superadmin', 'admin', 'team', 'client'] as const
export type Role = (typeof roles)[number]
/** A role by its name in any case (contract.md 3). */
export const Role = z.preprocess((given): unknown => toRole(given) ?? given, z.enum(roles))

/**
 * The role a text names, matched case-insensitively, or null when it names none (such a person has no role).
 */
export function toRole(value: unknown): Role | null {
  if (typeof value !== 'string') return null
  const name = value.trim().toLowerCase()
  return roles.find((role) => role === name) ?? null
}

/** Staff are everybody but clients: they see the records of all organizations. */
export function isStaff(role: Role): boolean {
  return role !== 'client'
}

/** Admin and superadmin. */
export function isAdministrator(role: Role): boolean {
  return role === 'admin' || role === 'superadmin'
}

import { z } from 'zod'

/** Roles in falling rank. Source: spec.txt section 6. */
export const roles = ['superadmin', 'admin', 'team', 'client'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The role a text names, matched case-insensitively, or null when it names none (such a person has no role). */
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

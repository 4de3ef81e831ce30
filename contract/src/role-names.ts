/** Roles, highest rank first. Source: specification.md 6. */
export const roles = ['superadmin', 'admin', 'team', 'client'] as const
type Role = (typeof roles)[number]

/** Parses a role case-insensitively; null when unknown, which means the person has no role. */
export function toRole(value: unknown): Role | null {
  if (typeof value !== 'string') return null
  const name = value.trim().toLowerCase()
  return roles.find((role) => role === name) ?? null
}

/** Staff are all roles except client. They see the records of all organizations. */
export function isStaff(role: Role): boolean {
  return role !== 'client'
}

/** Admin and superadmin. */
export function isAdministrator(role: Role): boolean {
  return role === 'admin' || role === 'superadmin'
}

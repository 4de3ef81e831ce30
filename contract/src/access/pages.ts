import type { Role } from '../roles.ts'

/** Maps a page path to whether the role may open it. A missing path is allowed. */
export type PageMap = Readonly<Record<string, boolean>>

/** Keys of the page map: the specified route paths without `{pid}`. Source: contract.md 4. */
export const pagePaths = [
  '/mail',
  '/mail/archive',
  '/mail/conversationhistory',
  '/mail/deleteditems',
  '/mail/drafts',
  '/mail/junkemail',
  '/mail/outbox',
  '/mail/sentitems',
  '/ctasks',
  '/tasks',
  '/notifications',
  '/payments',
  '/permits/processing',
  '/permits/processed',
  '/permits/search',
  '/permits/overview',
  '/calendar',
  '/ready_to_submits',
  '/organizations',
  '/upload_documents',
  '/folders/team',
  '/folders/restricted',
  '/users',
  '/settings',
  '/settings/permit-status-map',
] as const

const mailPages = pagePaths.filter((path) => path === '/mail' || path.startsWith('/mail/'))
const administration = ['/users', '/settings', '/settings/permit-status-map', '/folders/restricted'] as const

/** Pages closed to a role by default. Source: domain.md 5. */
const closedByDefault: Record<Role, readonly string[]> = {
  superadmin: [],
  admin: [],
  team: ['/organizations', ...administration],
  client: [...mailPages, '/tasks', '/permits/overview', '/organizations', ...administration, '/folders/team'],
}

/** The default page map of a role, with every key present. */
export function defaultPages(role: Role): Record<string, boolean> {
  return Object.fromEntries(pagePaths.map((path) => [path, !closedByDefault[role].includes(path)]))
}

/**
 * Whether the path may be opened under this map. A child follows its parents: a `false` on any of them closes
 * it.
 */
export function pageAllowed(pages: PageMap, pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return Object.entries(pages).every(([key, open]) => open || !(path === key || path.startsWith(`${key}/`)))
}

import { z } from 'zod'

/** More than this is not counted: the menu says `99+`. */
export const mostCounted = 99

const Count = z
  .int()
  .min(0)
  .max(mostCounted + 1)

/**
 * `GET /menu-counts`: what waits for the caller behind entries of the menu, each at most one more than
 * `mostCounted`; null where the caller has no such page or its module is off.
 */
export const MenuCounts = z.object({
  /** Unread messages in the inbox of the caller's own mailbox. */
  mail: Count.nullable(),
  /** Unfinished tasks assigned to the caller; for clients those of their organization. */
  tasks: Count.nullable(),
  /** Notifications to the caller since they last opened the page of notifications. */
  notifications: Count.nullable(),
})
export type MenuCounts = z.infer<typeof MenuCounts>

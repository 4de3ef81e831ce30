import { z } from 'zod'

/** Counting stops above this number; the menu shows `99+`. */
export const maxCounted = 99

const Count = z
  .int()
  .min(0)
  .max(maxCounted + 1)

/**
 * Response of `GET /menu-counts`: counts shown beside menu entries, each at most `mostCounted` + 1; null when
 * the caller has no access to the page or its module is disabled.
 */
export const MenuCounts = z.object({
  /** Unread messages in the inbox of the caller's own mailbox. */
  mail: Count.nullable(),
  /** Unfinished tasks assigned to the caller; for clients those of their organization. */
  tasks: Count.nullable(),
  /** Notifications since the caller last opened the notifications page. */
  notifications: Count.nullable(),
})
export type MenuCounts = z.infer<typeof MenuCounts>

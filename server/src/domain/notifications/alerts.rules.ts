import { invalid } from '@portal/contract'
import type { collections } from '@portal/contract'
import type { CollectionRules, Write } from '#engine/modules/collection-rules.ts'

/** Throws 400 for a snooze that is over, or of an alert that waits for its acknowledgment. */
function requireSnoozable(write: Write<typeof collections.alerts>, now: Date): void {
  if (write.action === 'delete') return
  const { snoozedUntil, ackRequired } = write.values
  if (snoozedUntil === undefined || snoozedUntil === null) return
  if (Date.parse(snoozedUntil) <= now.getTime())
    throw invalid('body.snoozedUntil', 'in-the-past', 'body.snoozedUntil is not in the future')
  const before = write.action === 'update' ? write.before : null
  const asks = ackRequired ?? before?.ackRequired ?? false
  if (asks && (before?.acknowledgedAt ?? null) === null)
    throw invalid(
      'body.snoozedUntil',
      'acknowledge-first',
      'body.snoozedUntil: acknowledge the alert before you snooze it',
    )
}

export const alertRules: CollectionRules<typeof collections.alerts> = {
  defaults: (_actor, values) => ({
    severity: 'INFO',
    kind: 'SYSTEM',
    ...values,
    isRead: false,
    source: 'USER',
  }),
  async beforeWrite({ now }, write) {
    if (write.action === 'delete') return {}
    requireSnoozable(write, now)
    const read = write.values.isRead
    return read === undefined
      ? write.values
      : { ...write.values, readAt: read === true ? now.toISOString() : null }
  },
}

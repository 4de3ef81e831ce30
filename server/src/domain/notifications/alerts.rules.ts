import type { collections } from '@portal/contract'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'

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
    const read = write.values.isRead
    return read === undefined
      ? write.values
      : { ...write.values, readAt: read === true ? now.toISOString() : null }
  },
}

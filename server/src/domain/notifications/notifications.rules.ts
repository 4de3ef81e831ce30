import { notificationStatus } from '@portal/contract'
import type { ValuesOf, collections } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'
import { askAcknowledgment } from './ask-acknowledgment.ts'
import { queueMessage } from './delivery/queue-message.ts'

type MessageValues = ValuesOf<typeof collections.notifications>

const recipientFields: Readonly<Record<string, string>> = {
  USER: 'recipientUser',
  ORG: 'recipientOrg',
  ROLE: 'recipientRole',
}

/** The organization the message is for: the given one, or that of the given person. */
async function organizationOf({ deps, trx }: WriteContext, message: MessageValues): Promise<string | null> {
  if (message.audience === 'ORG') return message.recipientOrg ?? null
  if (message.audience !== 'USER') return null
  const [row] = await run(
    deps.database,
    trx,
    sql`select org from users where pid = ${message.recipientUser}`,
    z.object({ org: z.string().nullable() }),
  )
  return row?.org ?? null
}

export const notificationRules: CollectionRules<typeof collections.notifications> = {
  /**
   * An in-app message counts as delivered immediately; an e-mail is queued until the mail to all of its
   * people
   * has ended (`delivery/settle-notifications.ts`).
   */
  defaults(_actor, values, now) {
    const channel = values.channel ?? ['IN_APP']
    const delivered = channel.includes('EMAIL')
      ? { status: notificationStatus.QUEUED }
      : { status: notificationStatus.SENT, sentAt: now.toISOString() }
    return { kind: 'ANNOUNCEMENT', ...values, channel, ...delivered, attempts: 0 }
  },
  required(message) {
    const recipient = recipientFields[message.audience ?? '']
    return recipient === undefined ? [] : [recipient]
  },
  async beforeWrite(context, write) {
    if (write.action === 'delete') return {}
    const message: MessageValues =
      write.action === 'update' ? { ...write.before, ...write.values } : write.values
    return { ...write.values, org: await organizationOf(context, message) }
  },
  async afterWrite(context, { action, pid, before, after }) {
    if (action === 'create' && after?.status === notificationStatus.QUEUED)
      await queueMessage(context, pid, after)
    if (after?.ackRequired === true && before?.ackRequired !== true)
      await askAcknowledgment(context, pid, after)
  },
}

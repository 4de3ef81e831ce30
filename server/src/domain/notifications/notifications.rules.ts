import type { RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { CollectionRules } from '#engine/modules/collection-rules.ts'

const recipientFields: Readonly<Record<string, string>> = {
  USER: 'recipientUser',
  ORG: 'recipientOrg',
  ROLE: 'recipientRole',
}

/** The organization the message is for: the given one, or that of the given person. */
async function organizationOf({ deps, trx }: WriteContext, message: RecordValues): Promise<unknown> {
  if (message['audience'] === 'ORG') return message['recipientOrg']
  if (message['audience'] !== 'USER') return null
  const [row] = await run<{ org: string | null }>(
    deps.database,
    trx,
    sql`select org from users where pid = ${message['recipientUser']}`,
  )
  return row?.org ?? null
}

export const notificationRules: CollectionRules = {
  /** An in-app message counts as delivered immediately; an e-mail waits in the queue. */
  defaults(_actor, values, now) {
    const channel = Array.isArray(values['channel']) ? values['channel'] : ['IN_APP']
    const delivered = channel.includes('EMAIL')
      ? { status: 'QUEUED' }
      : { status: 'SENT', sentAt: now.toISOString() }
    return { kind: 'ANNOUNCEMENT', ...values, channel, ...delivered, attempts: 0 }
  },
  required(message) {
    const recipient = recipientFields[String(message['audience'])]
    return recipient === undefined ? [] : [recipient]
  },
  async beforeWrite(context, write) {
    if (write.action === 'delete') return {}
    const message: RecordValues =
      write.action === 'update' ? { ...write.before, ...write.values } : write.values
    return { ...write.values, org: await organizationOf(context, message) }
  },
}

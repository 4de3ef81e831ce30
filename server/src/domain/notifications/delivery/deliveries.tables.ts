import type { DeliveryKind, DeliveryReason, DeliveryState } from '@portal/contract/notifications'
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

/** Mail about one notification to one person. */
export interface NotificationDeliveryTable {
  id: string
  /** An alert, a record of the collection notifications, or a letter to somebody who cannot sign in yet. */
  source: 'alert' | 'notification' | 'letter'
  source_pid: string
  user: string
  kind: DeliveryKind
  way: 'mail' | 'digest'
  state: DeliveryState
  /** When it may leave at the earliest. Digests are due by the clock of their person. */
  due_at: Timestamp
  created_at: Timestamp
  ended_at: NullableTimestamp
  attempts: Generated<number>
  /** Id of the message in the outbox; the deliveries of one digest share it. */
  message: string | null
  /** Its Message-ID, without angle brackets, by which delivery reports name it. */
  message_id: string | null
  address: string | null
  reason: DeliveryReason | null
  /** What the mail server answered. */
  detail: string | null
}

/** An address that gets no notifications, because mail to it came back. */
export interface MailSuppressionTable {
  /** As by `addressKey`. */
  address: string
  detail: string
  since: Timestamp
}

/** The last daily digest of a person. */
export interface NotificationDigestTable {
  user: string
  /** The time it was for, not when it left. */
  at: Timestamp
}

export interface DeliveryTables {
  notification_deliveries: NotificationDeliveryTable
  mail_suppressions: MailSuppressionTable
  notification_digests: NotificationDigestTable
}

import type { DrawerTab, Language, TableName } from '@portal/contract'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { NotificationSubject } from '../../notifications/transition-notifications.ts'

/** The message of a reminder, and the one of its client if that differs. */
export interface ReminderMessage {
  staff: (language: Language) => string
  client: (language: Language) => string
}

/** A reminder, sent `days` before a date field of a record; a negative number means days after it. */
export interface Reminder {
  rule: string
  table: TableName
  column: string
  /** Condition on `t` that selects the records. */
  where: string
  days: readonly number[]
  kind: string
  title(about: NotificationSubject, daysBefore: number, language: Language): string
  /** Reminders sent this many days before, or later, are warnings; by default those after the date. */
  warnsFrom?: number
  /** The tab of the record that says more. */
  tab?: DrawerTab
  /** Done in the same transaction, before the notification. */
  before?(context: WriteContext, about: NotificationSubject, daysBefore: number): Promise<void>
  /** The title of the record by default. */
  message?(context: WriteContext, about: NotificationSubject): Promise<ReminderMessage>
}

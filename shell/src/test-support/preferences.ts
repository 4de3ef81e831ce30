import type { Preferences } from '@portal/contract/notifications'

/** Notification settings of somebody who gets no kind. */
export const noChoices: Preferences = {
  kinds: [],
  quietHours: null,
  timeZone: 'UTC',
  digestAt: '07:00',
  isMailSetUp: true,
}

import { z } from 'zod'
import type { Role } from '../roles.ts'

/** Kinds of notifications a person can make a choice for, in the order of the screen. */
export const notificationKinds = [
  'TASK_ASSIGNED',
  'TASK_DUE',
  'DOCUMENT_REQUESTED',
  'DOCUMENT_RECEIVED',
  'CORRECTIONS',
  'PERMIT_STATUS',
  'HOLD_PLACED',
  'EXPIRY_REMINDER',
  'LICENCE_EXPIRING',
  'SLA_BREACH',
  'PAYMENT_DUE',
  'PAYMENT_RECEIVED',
  'NOTE_MENTION',
  'WATCHED',
  'FILE_SHARED',
  'ANNOUNCEMENT',
  'SYSTEM',
  'SECURITY',
] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

/** How a kind reaches a person. `mail` and `digest` are shown in the portal too. */
export const deliveryWays = ['portal', 'mail', 'digest', 'off'] as const
export const DeliveryWay = z.enum(deliveryWays)
export type DeliveryWay = z.infer<typeof DeliveryWay>

/** Kinds that always leave by mail at once. Nobody can switch them off, and they have no unsubscribe link. */
const mandatoryKinds: readonly NotificationKind[] = ['SECURITY']
export const isMandatory = (kind: NotificationKind): boolean => mandatoryKinds.includes(kind)

/** What an unsubscribe link can be for: one kind, or everything in the daily digest. */
export const unsubscribable = [
  ...notificationKinds.filter((kind) => !mandatoryKinds.includes(kind)),
  'DIGEST',
] as const
export const Unsubscribable = z.enum(unsubscribable)
export type Unsubscribable = z.infer<typeof Unsubscribable>

/** Rules of alerts about the security of a person's own account. Source: decision 0041. */
const securityRules: readonly string[] = [
  'new-device',
  'passkey-added',
  'passkey-removed',
  'microsoft-linked',
  'link-made',
  'link-used',
  'recovery-used',
  'many-failures',
  'role-changed',
]
/** Mail about mail that failed would fail as well. */
const portalRules: readonly string[] = ['mail-not-delivered', 'notification-not-delivered']
const fileRules: readonly string[] = ['file-shared', 'file-added']

/** The kind of an alert, by its own kind and the rule that raised it. */
export function kindOfAlert(kind: string | null, rule: string | null): NotificationKind {
  if (rule !== null && securityRules.includes(rule)) return 'SECURITY'
  if (rule !== null && fileRules.includes(rule)) return 'FILE_SHARED'
  // Security notices are known by their rule alone, so that no other alert becomes mandatory.
  const found = notificationKinds.find((notificationKind) => notificationKind === kind)
  return found === undefined || found === 'SECURITY' ? 'SYSTEM' : found
}

const clientDefaults: Readonly<Partial<Record<NotificationKind, DeliveryWay>>> = {
  TASK_ASSIGNED: 'mail',
  TASK_DUE: 'mail',
  DOCUMENT_REQUESTED: 'mail',
  CORRECTIONS: 'mail',
  PERMIT_STATUS: 'digest',
  HOLD_PLACED: 'mail',
  EXPIRY_REMINDER: 'mail',
  LICENCE_EXPIRING: 'mail',
  PAYMENT_DUE: 'mail',
  PAYMENT_RECEIVED: 'digest',
  NOTE_MENTION: 'mail',
  WATCHED: 'digest',
  FILE_SHARED: 'digest',
  ANNOUNCEMENT: 'mail',
}
/** Staff work in the portal all day. Announcements leave by mail only where their author chose that. */
const staffDefaults: Readonly<Partial<Record<NotificationKind, DeliveryWay>>> = { ANNOUNCEMENT: 'mail' }
const administratorDefaults = { ...staffDefaults, SYSTEM: 'mail' } as const

const defaults: Readonly<Record<Role, Readonly<Partial<Record<NotificationKind, DeliveryWay>>>>> = {
  client: clientDefaults,
  team: staffDefaults,
  admin: administratorDefaults,
  superadmin: administratorDefaults,
}

/** What a person with this role gets without a choice of their own. */
export function defaultWay(role: Role, kind: NotificationKind): DeliveryWay {
  return isMandatory(kind) ? 'mail' : (defaults[role][kind] ?? 'portal')
}

const clientsNever: readonly NotificationKind[] = ['DOCUMENT_RECEIVED', 'SLA_BREACH', 'SYSTEM']

/** The kinds that people with this role can get. */
export function kindsFor(role: Role): readonly NotificationKind[] {
  return role === 'client'
    ? notificationKinds.filter((kind) => !clientsNever.includes(kind))
    : notificationKinds
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/
const ClockTime = z.string().regex(clock, 'is not a time of the form HH:MM')

/** Mail waits from `from` to `to`, in the person's time zone; the night when `from` is later than `to`. */
export const QuietHours = z
  .strictObject({ from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from !== to, 'must begin and end at different times')
export type QuietHours = z.infer<typeof QuietHours>

/** A person's choices as they are stored: kinds without a choice follow their role. */
export const StoredPreferences = z.object({
  kinds: z.partialRecord(NotificationKind, DeliveryWay).default({}),
  quietHours: QuietHours.nullable().default(null),
})
export type StoredPreferences = z.infer<typeof StoredPreferences>

/** Reads stored choices; what is not valid, such as a kind of a later version, counts as no choice. */
export function readPreferences(stored: unknown): StoredPreferences {
  return StoredPreferences.safeParse(stored).data ?? { kinds: {}, quietHours: null }
}

/** How a notification of this kind reaches a person now. */
export function wayFor(role: Role, { kinds }: StoredPreferences, kind: NotificationKind): DeliveryWay {
  return isMandatory(kind) ? 'mail' : (kinds[kind] ?? defaultWay(role, kind))
}

/** How an alert reaches a person now. */
export function wayForAlert(
  role: Role,
  preferences: StoredPreferences,
  { kind, rule }: { kind: string | null; rule: string | null },
): DeliveryWay {
  const way = wayFor(role, preferences, kindOfAlert(kind, rule))
  return rule !== null && portalRules.includes(rule) && way !== 'off' ? 'portal' : way
}

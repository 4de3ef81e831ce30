import { z } from 'zod'
import { DeliveryWay, NotificationKind, QuietHours, Unsubscribable } from './kinds.ts'

/** States of a delivery. `waiting`: not yet in the outbox; `sending`: in the outbox. */
export const deliveryStates = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

/** Why a notification was not sent by mail. */
export const deliveryReasons = [
  'person-inactive',
  'no-address',
  'no-mail',
  'not-visible',
  'read',
  'resolved',
  'switched-off',
  'suppressed',
  'not-sent',
  'bounced',
  'unconfirmed',
  'fault',
] as const
export const DeliveryReason = z.enum(deliveryReasons)
export type DeliveryReason = z.infer<typeof DeliveryReason>

/** Kinds of mail on the page Delivery: notifications, and letters to people who cannot sign in yet. */
export const deliveryKinds = [...NotificationKind.options, 'INVITATION', 'APPROVAL'] as const
export const DeliveryKind = z.enum(deliveryKinds)
export type DeliveryKind = z.infer<typeof DeliveryKind>

/** One notification for one person, for administrators. It holds no text of the notification. */
export const Delivery = z.object({
  id: z.string(),
  kind: DeliveryKind,
  way: z.enum(['mail', 'digest']),
  state: DeliveryState,
  person: z.object({ pid: z.string(), title: z.string() }).nullable(),
  /** The address it was sent to; null before. */
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** The earliest time of the next attempt; null when it has ended. */
  dueAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  reason: DeliveryReason.nullable(),
  /** What the mail server answered. */
  detail: z.string().nullable(),
  canResend: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>

/** How mail leaves: null when no way is set up, and `sender` null when the office has no address. */
export const DeliveryChannel = z.object({
  by: z.enum(['smtp', 'graph']).nullable(),
  sender: z.string().nullable(),
})

/** Response of `GET /api/delivery?state=&page=`: newest first. */
export const Deliveries = z.object({
  channel: DeliveryChannel,
  deliveries: z.array(Delivery),
  metadata: z.object({ count: z.number(), page: z.number(), pageSize: z.number() }),
  counts: z.record(DeliveryState, z.number()),
  /** Since when the oldest notification waits that should have left; null when none waits. */
  oldestWaitingAt: z.iso.datetime().nullable(),
})
export type Deliveries = z.infer<typeof Deliveries>

/** An address that gets no notifications because mail to it came back. */
export const SuppressedAddress = z.object({
  address: z.string(),
  since: z.iso.datetime(),
  /** What the mail server answered. */
  detail: z.string(),
})
/** Response of `GET /api/delivery/suppressed`: the newest 500. */
export const SuppressedAddresses = z.object({ addresses: z.array(SuppressedAddress), count: z.number() })
export type SuppressedAddresses = z.infer<typeof SuppressedAddresses>

/** Body of `POST /api/delivery/suppressed/lift`. */
export const LiftSuppression = z.strictObject({ address: z.string().min(1).max(320) })

/** Response of `GET /api/auth/preferences`. */
export const Preferences = z.object({
  kinds: z.array(
    z.object({
      kind: NotificationKind,
      way: DeliveryWay,
      /** What applies without a choice of the person. */
      byDefault: DeliveryWay,
      /** Always by mail at once; it cannot be changed. */
      isMandatory: z.boolean(),
    }),
  ),
  quietHours: QuietHours.nullable(),
  /** The person's time zone, for quiet hours and the digest. */
  timeZone: z.string(),
  digestAt: z.string(),
  /** False where no outgoing mail is set up: notifications stay in the portal. */
  isMailSetUp: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

/**
 * Body of `PATCH /api/auth/preferences`. A null way restores the default of the role; absent kinds do not
 * change.
 */
export const PreferencesPatch = z
  .strictObject({
    kinds: z.partialRecord(NotificationKind, DeliveryWay.nullable()).optional(),
    quietHours: QuietHours.nullable().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'must name kinds or quietHours')
export type PreferencesPatch = z.infer<typeof PreferencesPatch>

/** Query of `POST /api/auth/unsubscribe?token=`: the signed part of the link. */
export const UnsubscribeQuery = z.strictObject({ token: z.string().min(1).max(300) })

/** Response of `POST /api/auth/unsubscribe`: what is not mailed any more. */
export const UnsubscribeResult = z.object({ kind: Unsubscribable })
export type UnsubscribeResult = z.infer<typeof UnsubscribeResult>

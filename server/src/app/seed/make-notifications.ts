import { formatDay, seedStatus } from '@portal/contract'
import type { OrgRow } from './make-orgs.ts'
import type { SampleUserRow } from './make-staff.ts'
import type { PermitRow } from './make-permits.ts'
import type { PaymentRow } from './make-payments.ts'
import type { TaskRow } from './make-tasks.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, numberRecords, stamp, toInstant } from './stamp.ts'

interface Letter {
  subject: string
  body: string
  kind: string
  audience: 'USER' | 'ORG' | 'ROLE' | 'ALL'
  recipientUser?: string
  recipientOrg?: string
  recipientRole?: string
  relatedType: string | null
  relatedPid: string | null
  org: string | null
  atMs: number
  status?: string
}

export interface Happenings {
  orgs: readonly OrgRow[]
  users: readonly SampleUserRow[]
  permits: readonly PermitRow[]
  tasks: readonly TaskRow[]
  payments: readonly PaymentRow[]
}

function toNotification(letter: Letter, by: string | null, random: SeedRandom, nowMs: number) {
  const { atMs, status: fixed, recipientUser, recipientOrg, recipientRole, ...content } = letter
  const status = fixed ?? random.weighted({ SENT: 38, READ: 55, FAILED: 3, QUEUED: 4 })
  const sent = status === 'SENT' || status === 'READ'
  const sentMs = Math.min(atMs + 60_000, nowMs)
  const readMs = Math.min(nowMs, sentMs + random.int(2, 2880) * 60_000)
  return {
    ...stamp(random, atMs, by, sent ? (status === 'READ' ? readMs : sentMs) : atMs),
    ...content,
    channel: random.chance(0.6) ? ['IN_APP', 'EMAIL'] : ['IN_APP'],
    status,
    recipientUser: recipientUser ?? null,
    recipientOrg: recipientOrg ?? null,
    recipientRole: recipientRole ?? null,
    template: letter.kind,
    sentAt: sent ? toInstant(sentMs) : null,
    readAt: status === 'READ' ? toInstant(readMs) : null,
    failedReason: status === 'FAILED' ? 'The mailbox did not accept the message' : null,
    attempts: status === 'FAILED' ? 3 : sent ? 1 : 0,
  }
}
export type NotificationRow = ReturnType<typeof toNotification> & { refNo: string }

const announcements = [
  [
    'Office closed on Thursday and Friday',
    'We are back on Monday. Submittals to the agency wait until then.',
  ],
  [
    'New checklist for driveway permits',
    'The agency now requires an insurance certificate with every driveway application.',
  ],
  ['Agency fees change next month', 'Permits submitted from the first of next month pay the new fees.'],
  ['Maintenance on Sunday morning', 'The portal is unavailable from 6 to 7 AM.'],
] as const

/** Messages to clients about one permit. */
function aboutPermit(permit: PermitRow, random: SeedRandom, nowMs: number): Letter[] {
  const last = permit.timeline.steps.at(-1)
  if (!last || permit.status === 'DRAFT') return []
  const target = {
    audience: 'ORG',
    recipientOrg: permit.org,
    org: permit.org,
    relatedType: permit.bucket === 'processed' ? 'processed' : 'permits',
    relatedPid: permit.pid,
  } as const
  const letters: Letter[] = []
  if (nowMs - last.atMs < 45 * dayMs && random.chance(0.5)) {
    letters.push({
      ...target,
      kind: permit.status === 'CORRECTIONS_REQUIRED' ? 'CORRECTIONS' : 'PERMIT_STATUS',
      subject: `${permit.refNo} is now: ${seedStatus(permit.status).clientLabel.toLowerCase()}`,
      body: permit.title,
      atMs: last.atMs,
    })
  }
  if (
    permit.status === 'ISSUED' &&
    permit.expiryDate !== null &&
    Date.parse(permit.expiryDate) - nowMs < 40 * dayMs
  ) {
    letters.push({
      ...target,
      kind: 'EXPIRY_REMINDER',
      subject: `${permit.refNo} expires on ${formatDay(permit.expiryDate)}`,
      body: `${permit.title}. Ask for an inspection or an extension in time.`,
      atMs: nowMs - random.int(60, 10_000) * 60_000,
    })
  }
  return letters
}

/** Messages to staff and clients that match the past of the records, numbered in order of creation. */
export function makeNotifications(happenings: Happenings, random: SeedRandom, now: Date): NotificationRow[] {
  const { permits, tasks, payments, users } = happenings
  const nowMs = now.getTime()
  const letters: Letter[] = permits.flatMap((permit) => aboutPermit(permit, random, nowMs))
  for (const task of tasks) {
    if (task.status === 'DONE' || task.status === 'CANCELLED') continue
    const target = {
      relatedType: task.audience === 'CLIENT' ? 'ctasks' : 'tasks',
      relatedPid: task.pid,
      org: task.org,
      atMs: Date.parse(task.createdAt),
    }
    if (task.audience === 'CLIENT')
      letters.push({
        ...target,
        audience: 'ORG',
        recipientOrg: task.org,
        kind: 'DOCUMENT_REQUESTED',
        subject: task.title,
        body: task.description,
      })
    else if (task.assignedTo !== null && random.chance(0.3)) {
      letters.push({
        ...target,
        org: null,
        audience: 'USER',
        recipientUser: task.assignedTo,
        kind: 'TASK_ASSIGNED',
        subject: `Assigned to you: ${task.title}`,
        body: task.description,
      })
    }
  }
  for (const payment of payments) {
    if (payment.kind !== 'FEE') continue
    const owed = payment.status === 'DUE' || payment.status === 'OVERDUE'
    const fresh =
      payment.paidAt !== null && nowMs - Date.parse(payment.paidAt) < 30 * dayMs && random.chance(0.4)
    if (!owed && !fresh) continue
    const words = owed
      ? `Due${payment.dueDate === null ? '' : ` on ${formatDay(payment.dueDate)}`}: ${payment.description}`
      : `Received, thank you: ${payment.description}`
    const target = {
      audience: 'ORG',
      recipientOrg: payment.org,
      org: payment.org,
      relatedType: 'payments',
      relatedPid: payment.pid,
    } as const
    letters.push({
      ...target,
      kind: owed ? 'PAYMENT_DUE' : 'PAYMENT_RECEIVED',
      subject: words,
      body: words,
      atMs: Date.parse(owed ? payment.createdAt : (payment.paidAt ?? payment.createdAt)),
    })
  }
  const nobody = { relatedType: null, relatedPid: null, org: null, kind: 'ANNOUNCEMENT' } as const
  for (const [place, [subject, body]] of announcements.entries()) {
    letters.push({
      ...nobody,
      audience: 'ALL',
      subject,
      body,
      atMs: nowMs - (place * 19 + 2) * dayMs,
      status: place === 2 ? 'DRAFT' : 'SENT',
    })
    letters.push({
      ...nobody,
      audience: 'ROLE',
      recipientRole: 'team',
      subject: `For the team: ${subject.toLowerCase()}`,
      body,
      atMs: nowMs - (place * 19 + 3) * dayMs,
      status: 'SENT',
    })
  }
  const admins = users.filter(({ role, status }) => role === 'admin' && status === 'ACTIVE')
  return numberRecords(
    'NT',
    letters.map((letter) => toNotification(letter, random.pick(admins).pid, random, nowMs)),
  )
}

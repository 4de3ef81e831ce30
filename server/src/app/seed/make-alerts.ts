import { formatDay, seedStatus } from '@portal/contract'
import type { Happenings } from './make-notifications.ts'
import type { SampleUserRow } from './make-staff.ts'
import type { PermitRow } from './make-permits.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, stamp, toInstant } from './stamp.ts'

interface Signal {
  title: string
  message: string
  severity: 'INFO' | 'SUCCESS' | 'WARNING' | 'CRITICAL'
  kind: string
  relatedType: string
  relatedPid: string
  org: string | null
}

function toAlert(
  notification: Signal,
  user: string,
  atMs: number,
  isRead: boolean,
  random: SeedRandom,
  nowMs: number,
) {
  const readMs = Math.min(nowMs, atMs + random.int(1, 1440) * 60_000)
  const ackRequired = notification.severity === 'CRITICAL'
  const readAt = isRead ? toInstant(readMs) : null
  return {
    ...stamp(random, atMs, null, isRead ? readMs : atMs),
    ...notification,
    user,
    isRead,
    readAt,
    ackRequired,
    acknowledgedAt: ackRequired ? readAt : null,
    acknowledgedBy: ackRequired && isRead ? user : null,
    source: random.weighted({ RULE: 45, STREAM: 45, MAIL: 10 }),
    rule: null,
  }
}
export type AlertRow = ReturnType<typeof toAlert>

/** An alert about the current state of a permit, with client labels for a client. */
function aboutPermit(permit: PermitRow, isClient: boolean, nowMs: number): Signal {
  const target = {
    relatedType: permit.bucket === 'processed' ? 'processed' : 'permits',
    relatedPid: permit.pid,
    org: permit.org,
  }
  const { label, clientLabel } = seedStatus(permit.status)
  // As the portal writes its alerts: the number and what happened, then the title of the permit.
  const alert = {
    ...target,
    title: `${permit.refNo}: ${(isClient ? clientLabel : label).toLowerCase()}`,
    message: permit.title,
  }
  const sinceMs = nowMs - Date.parse(permit.statusChangedAt)
  if (permit.status === 'ON_HOLD') return { ...alert, severity: 'WARNING', kind: 'HOLD_PLACED' }
  if (permit.status === 'CORRECTIONS_REQUIRED') return { ...alert, severity: 'WARNING', kind: 'CORRECTIONS' }
  if (!isClient && permit.bucket === 'processing' && sinceMs > 12 * dayMs)
    return {
      ...alert,
      title: `${permit.refNo}: past target time`,
      severity: 'CRITICAL',
      kind: 'SLA_BREACH',
    }
  if (permit.status === 'ISSUED') return { ...alert, severity: 'SUCCESS', kind: 'PERMIT_STATUS' }
  return { ...alert, severity: 'INFO', kind: 'PERMIT_STATUS' }
}

/**
 * Newest first, so that the unread ones are the latest. A person gets at least `least` alerts if there are
 * enough permits.
 */
function alertsFor(
  user: SampleUserRow,
  permits: readonly PermitRow[],
  maxCount: number,
  random: SeedRandom,
  nowMs: number,
): AlertRow[] {
  const latest = permits
    .filter(({ status }) => status !== 'DRAFT')
    .toSorted((a, b) =>
      a.statusChangedAt > b.statusChangedAt
        ? -1
        : a.statusChangedAt < b.statusChangedAt
          ? 1
          : a.pid < b.pid
            ? -1
            : 1,
    )
    .slice(0, maxCount)
  const unread = Math.max(Math.min(5, latest.length), Math.round(latest.length * 0.35))
  return latest.map((permit, index) => {
    const atMs = Math.min(nowMs, Date.parse(permit.statusChangedAt) + random.int(1, 30) * 1000)
    return toAlert(
      aboutPermit(permit, user.role === 'client', nowMs),
      user.pid,
      atMs,
      index >= unread,
      random,
      nowMs,
    )
  })
}

/**
 * Alerts of every active person: team members about their permits, administrators about all, clients about
 * their own.
 */
export function makeAlerts(happenings: Happenings, random: SeedRandom, now: Date): AlertRow[] {
  const { users, permits, orgs } = happenings
  const nowMs = now.getTime()
  const byAssignee = Map.groupBy(permits, ({ assignedTo }) => assignedTo)
  const byOrg = Map.groupBy(permits, ({ org }) => org)
  const expiring = orgs.filter(
    ({ licenceExpiry, status }) =>
      status === 'ACTIVE' && licenceExpiry !== null && Date.parse(licenceExpiry) < nowMs + 30 * dayMs,
  )
  const alerts: AlertRow[] = []
  for (const user of users) {
    if (user.status !== 'ACTIVE' || user.role === null) continue
    if (user.role === 'client')
      alerts.push(...alertsFor(user, byOrg.get(user.org ?? '') ?? [], 14, random, nowMs))
    else if (user.role === 'team')
      alerts.push(...alertsFor(user, byAssignee.get(user.pid) ?? [], 40, random, nowMs))
    else {
      alerts.push(
        ...alertsFor(
          user,
          permits.filter(() => random.chance(0.04)),
          40,
          random,
          nowMs,
        ),
      )
      for (const org of expiring.slice(0, 4)) {
        const notification = {
          title: 'License expiring',
          message: `${org.legalName}: ${org.licenceExpiry === null ? '' : formatDay(org.licenceExpiry)}`,
          severity: 'WARNING',
          kind: 'LICENCE_EXPIRING',
          relatedType: 'orgs',
          relatedPid: org.pid,
          org: org.pid,
        } as const
        alerts.push(
          toAlert(
            notification,
            user.pid,
            nowMs - random.int(60, 6000) * 60_000,
            random.chance(0.5),
            random,
            nowMs,
          ),
        )
      }
    }
  }
  return alerts.toSorted((a, b) =>
    a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.pid < b.pid ? -1 : 1,
  )
}

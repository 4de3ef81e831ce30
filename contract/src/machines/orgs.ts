import { unmet } from './blockers.ts'
import { administrators, ways } from './machine.ts'
import type { Machine, Way } from './machine.ts'

const labels: Readonly<Record<string, string>> = { ACTIVE: 'Activate', ON_HOLD: 'Put on hold', SUSPENDED: 'Suspend', CLOSED: 'Close' }

const close = ways(administrators, ['CLOSED'], {
  asksReason: true,
  guards: (_org, { openPermits }) =>
    openPermits === 0
      ? []
      : [
          unmet(
            'open-permits',
            `${openPermits} ${openPermits === 1 ? 'permit is' : 'permits are'} still on the way: finish, withdraw or cancel them first.`,
            'Related records',
            { count: openPermits },
          ),
        ],
})

/** Steps of an organization. Source: domain.md section 3. */
const next: Readonly<Record<string, readonly Way[]>> = {
  ACTIVE: [...ways(administrators, ['ON_HOLD', 'SUSPENDED'], { asksReason: true }), ...close],
  ON_HOLD: [...ways(administrators, ['ACTIVE']), ...ways(administrators, ['SUSPENDED'], { asksReason: true }), ...close],
  SUSPENDED: [...ways(administrators, ['ACTIVE']), ...close],
}

export const orgMachine: Machine = {
  statuses: Object.keys(labels),
  clientPosition: 'ORG_ADMIN',
  label: (to) => labels[to] ?? to,
  ways: (org) => next[String(org['status'])] ?? [],
}

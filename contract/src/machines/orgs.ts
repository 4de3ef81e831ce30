import { unmet } from './blockers.ts'
import { administrators, transitionsTo } from './machine.ts'
import type { Machine, Transition } from './machine.ts'
import { phrase } from '../sentence.ts'

const labels: Readonly<Record<string, string>> = {
  ACTIVE: 'Activate',
  ON_HOLD: 'Put on hold',
  SUSPENDED: 'Suspend',
  CLOSED: 'Close',
}

const close = transitionsTo(administrators, ['CLOSED'], {
  asksReason: true,
  guards: (_org, { openPermits }) =>
    openPermits === 0
      ? []
      : [
          unmet(
            'open-permits',
            openPermits === 1
              ? '1 permit is still open. Close, withdraw or cancel it first.'
              : phrase('{{count}} permits are still open. Close, withdraw or cancel them first.', {
                  count: openPermits,
                }),
            'Related records',
            { count: openPermits },
          ),
        ],
})

/** Transitions of an organization. Source: domain.md 3. */
const next: Readonly<Record<string, readonly Transition[]>> = {
  ACTIVE: [...transitionsTo(administrators, ['ON_HOLD', 'SUSPENDED'], { asksReason: true }), ...close],
  ON_HOLD: [
    ...transitionsTo(administrators, ['ACTIVE']),
    ...transitionsTo(administrators, ['SUSPENDED'], { asksReason: true }),
    ...close,
  ],
  SUSPENDED: [...transitionsTo(administrators, ['ACTIVE']), ...close],
}

export const orgMachine: Machine = {
  statuses: Object.keys(labels),
  clientPosition: 'ORG_ADMIN',
  label: (to) => labels[to] ?? to,
  transitions: (org) => next[String(org['status'])] ?? [],
}

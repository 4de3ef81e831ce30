import { screenLabelOf, trackedStatusFields } from '@portal/contract'
import type { PermitStatus, Role, StatusMapChange } from '@portal/contract'
import { t as words } from '../../texts.ts'
import { t } from './texts.ts'

type Statuses = readonly PermitStatus[]

/** The label of a status in the language of the screen. */
export const labelOf = ({ label, labelEs }: Pick<PermitStatus, 'label' | 'labelEs'>): string =>
  screenLabelOf(label, labelEs)

export function statusLabel(statuses: Statuses, key: string): string {
  const status = statuses.find((each) => each.key === key)
  return status === undefined ? key : labelOf(status)
}

/** The widest group that may take a transition. */
function who(roles: readonly Role[]): string {
  if (roles.includes('client')) return words('who_anyone')
  return roles.includes('team') ? words('who_staff') : words('who_administrators')
}

const returns = ({ key }: PermitStatus) => key === 'ON_HOLD'

/** For example `Closed (staff), Void (administrators)`. A hold leads back; a final status leads nowhere. */
export function formatNextStatuses(statuses: Statuses, status: PermitStatus): string {
  if (returns(status)) return words('back')
  if (status.next.length === 0) return words('end')
  return status.next.map((step) => `${statusLabel(statuses, step.to)} (${who(step.roles)})`).join(', ')
}

/** Where a status leads, as a sentence for users who do not see the arrows. */
export function formatTransitions(statuses: Statuses, status: PermitStatus): string {
  if (returns(status)) return words('mapBack', { status: labelOf(status) })
  if (status.next.length === 0) return words('mapEnd', { status: labelOf(status) })
  return words('mapNext', {
    status: labelOf(status),
    next: status.next.map((step) => statusLabel(statuses, step.to)).join(', '),
  })
}

const shown = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : t('nothing')

/** A change of the map as a sentence. */
export function formatMapChange(statuses: Statuses, { field, from, to }: StatusMapChange): string {
  const [key = '', name, target] = field.split('.')
  const status = statusLabel(statuses, key)
  if (name === undefined)
    return to === null ? t('removed', { status: shown(from) }) : t('added', { status: shown(to) })
  if (name === 'next' && target !== undefined) {
    const told = { status, target: statusLabel(statuses, target), to: shown(to) }
    return to === null ? t('stepGone', told) : t('stepChanged', told)
  }
  const known = trackedStatusFields.find((each) => each === name)
  return t('changed', {
    status,
    what: known === undefined ? name : t(`field_${known}`),
    from: shown(from),
    to: shown(to),
  })
}

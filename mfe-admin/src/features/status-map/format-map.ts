import {
  StepChange,
  buckets,
  colourTokens,
  courts,
  labelOfCode,
  pipelineStages,
  screenLabel,
  screenLabelOf,
  statusRecipients,
  stepGuards,
  symbols,
  trackedStatusFields,
} from '@portal/contract'
import type { PermitStatus, Role, StatusMapChange } from '@portal/contract'
import { t as words } from '../../texts.ts'
import { t } from './texts.ts'

type Statuses = readonly PermitStatus[]

/** The label of a status in the language of the screen. */
export const labelOf = ({ label, labelEs }: Pick<PermitStatus, 'label' | 'labelEs'>): string =>
  screenLabelOf(label, labelEs)

export function statusLabel(statuses: Statuses, key: string): string {
  const status = statuses.find((status) => status.key === key)
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

/** A transition in words: who may take it, its conditions, and whether it needs a reason. */
function formatStep(value: unknown): string {
  const { data: step } = StepChange.safeParse(value)
  if (step === undefined) return shown(value)
  const list = (words: readonly string[]) => words.join(', ')
  return [
    t('stepBy', { roles: list(step.roles.map((role) => t(`role_${role}`))) }),
    ...(step.guard.length > 0
      ? [t('stepIf', { conditions: list(step.guard.map((guard) => t(`guard_${guard}`))) })]
      : []),
    ...(step.askReason ? [t('stepWithReason')] : []),
  ].join('; ')
}

/** The words for the codes of a field, by code. Fields without codes have none. */
function codeLabels(field: (typeof trackedStatusFields)[number]): Readonly<Record<string, string>> {
  switch (field) {
    case 'stage':
      return Object.fromEntries(pipelineStages.map((stage) => [stage, screenLabel(labelOfCode(stage))]))
    case 'bucket':
      return Object.fromEntries(buckets.map((bucket) => [bucket, words(bucket)]))
    case 'court':
      return Object.fromEntries(courts.map((court) => [court, words(`court_${court}`)]))
    case 'colour':
      return Object.fromEntries(colourTokens.map((colour) => [colour, t(`colour_${colour}`)]))
    case 'icon':
      return Object.fromEntries(symbols.map((icon) => [icon, t(`icon_${icon}`)]))
    case 'requires':
      return Object.fromEntries(stepGuards.map((guard) => [guard, t(`guard_${guard}`)]))
    case 'notify':
      return Object.fromEntries(statusRecipients.map((who) => [who, t(`notify_${who}`)]))
    case 'label':
    case 'clientLabel':
    case 'labelEs':
    case 'clientLabelEs':
    case 'order':
    case 'slaDays':
    case 'staleAfterDays':
      return {}
    default:
      return field satisfies never
  }
}

/** A change of the map as a sentence. */
export function formatMapChange(statuses: Statuses, { field, from, to }: StatusMapChange): string {
  const [key = '', name, target] = field.split('.')
  const status = statusLabel(statuses, key)
  if (name === undefined)
    return to === null ? t('removed', { status: shown(from) }) : t('added', { status: shown(to) })
  if (name === 'next' && target !== undefined) {
    const step = { status, target: statusLabel(statuses, target), to: formatStep(to) }
    return to === null ? t('stepGone', step) : t('stepChanged', step)
  }
  const known = trackedStatusFields.find((trackedStatusField) => trackedStatusField === name)
  const labels = known === undefined ? {} : codeLabels(known)
  const inWords = (value: unknown): string => {
    if (Array.isArray(value)) return value.length === 0 ? t('nothing') : value.map(inWords).join(', ')
    return typeof value === 'string' ? (labels[value] ?? shown(value)) : shown(value)
  }
  return t('changed', {
    status,
    what: known === undefined ? name : t(`field_${known}`),
    from: inWords(from),
    to: inWords(to),
  })
}

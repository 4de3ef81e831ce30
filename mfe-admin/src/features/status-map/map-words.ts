import { seedStatusMap } from '@portal/contract'
import type { PermitStatus, Role } from '@portal/contract'
import { t } from '../../texts.ts'

const labels = new Map(seedStatusMap.map((status) => [status.key, status.label]))

export function statusLabel(key: string): string {
  return labels.get(key) ?? key
}

/** The widest group that may take a step. */
function who(roles: readonly Role[]): string {
  if (roles.includes('client')) return t('who_anyone')
  return roles.includes('team') ? t('who_staff') : t('who_administrators')
}

/** `Closed (staff), Void (administrators)`; a hold leads back, an end leads nowhere. */
export function nextInWords(status: PermitStatus): string {
  if (status.terminal) return t('end')
  if (status.next.length === 0) return t('back')
  return status.next.map((step) => `${statusLabel(step.to)} (${who(step.roles)})`).join(', ')
}

/** Where a state leads, as a sentence for those who do not see the arrows. */
export function stepsInWords(status: PermitStatus): string {
  if (status.terminal) return t('mapEnd', { status: status.label })
  if (status.next.length === 0) return t('mapBack', { status: status.label })
  return t('mapNext', { status: status.label, next: status.next.map((step) => statusLabel(step.to)).join(', ') })
}

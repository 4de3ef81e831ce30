import type { LocalDate, OrgRole } from '@portal/contract'
import { formatDay, formatMoney } from '@portal/shared-ui'
import type { ClientAction } from './client-actions.ts'
import { t } from './texts.ts'

function whatToDo({ kind, amount, subject }: ClientAction, currency: string): string {
  switch (kind) {
    case 'pay':
      return t('pay', { amount: formatMoney(amount, currency) })
    case 'approve':
      return t('approve')
    case 'answer':
      return t('answer')
    case 'upload':
      return t('upload', { document: subject })
    case 'task':
      return subject
  }
}

/** For example `Pay $60.00 by Dec 14, 2026`. */
export function formatAction(action: ClientAction, currency: string, today: LocalDate): string {
  const words = whatToDo(action, currency)
  if (action.due === null) return words
  return t(action.due < today ? 'overdue' : 'by', { action: words, day: formatDay(action.due) })
}

/** The organization role an action requires. Source: contract.md 11.3. */
export const positionFor = ({ kind }: ClientAction): OrgRole =>
  kind === 'pay' || kind === 'approve' ? 'ORG_ADMIN' : 'MEMBER'

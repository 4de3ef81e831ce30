import type { PanelProps } from '@portal/shared-ui'
import { FeesToCollect } from '../features/fees/FeesToCollect.tsx'
import { Account } from '../features/organization/Account.tsx'
import { StatementButton } from '../features/statement/StatementButton.tsx'

/** The account of an organization, or the fees a task has to collect. Source: domain.md 4. */
export function PaymentPanel({ collection, pid, record }: PanelProps) {
  return collection === 'orgs' ? (
    <Account pid={pid} record={record} action={<StatementButton org={pid} />} />
  ) : (
    <FeesToCollect record={record} />
  )
}

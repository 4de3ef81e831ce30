import { collections } from '@portal/contract'
import { Facts, RecordPaymentButton, Section, currencyAtom, formatMoney, optionOf } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Stack } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'
import { GroupList } from './GroupList.tsx'
import { t } from './texts.ts'

const { fields } = collections.orgs

export interface AccountProps extends Pick<PanelProps, 'pid' | 'record'> {
  /** What else may be done with the account. */
  action: ReactNode
}

/** The account of an organization, and the fees requested from it. Source: domain.md 4. */
export function Account({ pid, record, action }: AccountProps) {
  const currency = useAtomValue(currencyAtom)
  const money = (value: unknown) => (typeof value === 'number' ? formatMoney(value, currency) : null)
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <Section
        title={t('account')}
        action={
          <Stack direction="row" spacing={2}>
            {action}
            <RecordPaymentButton org={pid} />
          </Stack>
        }
      >
        <Facts
          facts={[
            [t('balance'), money(record['balance'])],
            [t('accountType'), optionOf(fields.accountType, record['accountType'])?.label],
            [t('creditLimit'), record['accountType'] === 'CREDIT' && money(record['creditLimit'])],
            [t('creditStatus'), optionOf(fields.creditStatus, record['creditStatus'])?.label],
          ]}
        />
      </Section>
      <GroupList
        title={t('fees')}
        none={t('noFees')}
        of={{ collection: 'payments', groupBy: 'status', filter: { org: pid, kind: 'FEE' }, sum: 'total' }}
      />
    </Stack>
  )
}

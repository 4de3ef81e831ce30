import { collections } from '@portal/contract'
import { Facts, RecordPaymentButton, Section, currencyAtom, formatMoney, optionOf } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Stack } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { GroupList } from './GroupList.tsx'
import { t } from './texts.ts'

const { fields } = collections.orgs

/** The account of an organization, and the fees requested from it. Source: domain.md 4. */
export function Account({ pid, record }: Pick<PanelProps, 'pid' | 'record'>) {
  const currency = useAtomValue(currencyAtom)
  const money = (value: unknown) => (typeof value === 'number' ? formatMoney(value, currency) : null)
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <Section title={t('account')} action={<RecordPaymentButton org={pid} />}>
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

import { isStaff } from '@portal/contract'
import { Section, actorAtom, currencyAtom, formatMoney, useLibraryLabels } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { requirementsQuery } from '../../parts/requirements.queries.ts'
import { QuotedFee } from './QuotedFee.tsx'
import type { QuotedAmount } from './QuotedFee.tsx'
import { t } from './texts.ts'

function RequiredFee({ permit, quoted, charged }: { permit: string; quoted: QuotedAmount; charged: number }) {
  const currency = useAtomValue(currencyAtom)
  const labels = useLibraryLabels()
  return (
    <Box component="li" sx={{ paddingBlock: 2, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 500 }}>{labels.fee(quoted.fee)}</Box>
      <QuotedFee permit={permit} quoted={quoted} />
      <Box sx={{ color: 'text.secondary' }}>
        {charged === 0 ? t('chargedNone') : t('charged', { amount: formatMoney(charged, currency) })}
      </Box>
    </Box>
  )
}

/**
 * The fees whose amount by the requirements is another one than what was charged. Staff only; nothing where
 * all of them agree.
 */
export function RequiredFees({ permit }: { permit: string }) {
  const actor = useAtomValue(actorAtom)
  const { data } = useQuery({
    ...requirementsQuery(permit),
    enabled: actor !== null && isStaff(actor.role),
  })
  const differing = (data?.amounts ?? []).flatMap((quoted) =>
    quoted.charged === undefined || quoted.charged === quoted.amount
      ? []
      : [{ quoted, charged: quoted.charged }],
  )
  if (differing.length === 0) return null
  return (
    <Section title={t('requiredFees')}>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {differing.map(({ quoted, charged }) => (
          <RequiredFee key={quoted.fee} permit={permit} quoted={quoted} charged={charged} />
        ))}
      </Box>
    </Section>
  )
}

import type { RequirementsOfPermit } from '@portal/contract'
import { RecordLink, currencyAtom, formatMoney, labelOf, useDeclarations } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from './texts.ts'

export type QuotedAmount = NonNullable<RequirementsOfPermit['amounts']>[number]

/** The name of the field that an amount depends on. */
export function useNameOfField(): (name: string) => string {
  const declaration = useDeclarations()('permits')
  return (name) => (declaration === undefined ? name : labelOf(declaration, name))
}

/** The amount of a fee by the requirements, or the field of the permit that has to be filled in for it. */
export function QuotedFee({ permit, quoted }: { permit: string; quoted: QuotedAmount }) {
  const currency = useAtomValue(currencyAtom)
  const nameOf = useNameOfField()
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {quoted.amount === null ? (
        <>
          {t('quoteNeeds', { field: nameOf(quoted.by ?? '') })}{' '}
          <RecordLink isInText collection="permits" pid={permit}>
            {t('quoteOpen')}
          </RecordLink>
        </>
      ) : (
        t('quoted', { amount: formatMoney(quoted.amount, currency) })
      )}
    </Box>
  )
}

import { Section, actorAtom, configurationAtom, currencyAtom, formatMoney } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { t } from './texts.ts'

/** Tells clients how to pay what is open, in the office's own words. `number` is what they name with the payment. Nothing for staff. */
export function HowToPay({ open, number }: { open: number; number: string }) {
  const isClient = useAtomValue(actorAtom)?.role === 'client'
  const currency = useAtomValue(currencyAtom)
  const instructions = useAtomValue(configurationAtom)?.settings.paymentInstructions ?? ''
  if (!isClient || open <= 0) return null
  return (
    <Section title={t('howToPay', { amount: formatMoney(open, currency) })}>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{instructions === '' ? t('howToPayAsk') : instructions}</Box>
      <Typography sx={{ color: 'text.secondary', paddingTop: 2 }}>{t('howToPayNumber', { number })}</Typography>
    </Section>
  )
}

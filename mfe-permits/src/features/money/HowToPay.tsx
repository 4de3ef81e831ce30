import { hasOrgRole } from '@portal/contract'
import { Section, actorAtom, configurationAtom, currencyAtom, formatMoney, lazyPart } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import type { PaidDialogProps } from './PaidDialog.tsx'
import { t } from './texts.ts'

const PaidDialog = lazyPart<PaidDialogProps>(() => import('./PaidDialog.tsx'))

export interface HowToPayProps {
  /** What is open, in minor units. */
  open: number
  /** What they name with the payment. */
  number: string
  /** The permit it is for: there they say that they have paid. */
  permit?: string
}

/** Tells clients how to pay what is open, in the office's own words, and lets those who pay say that they have. Nothing for staff. */
export function HowToPay({ open, number, permit }: HowToPayProps) {
  const actor = useAtomValue(actorAtom)
  const currency = useAtomValue(currencyAtom)
  const instructions = useAtomValue(configurationAtom)?.settings.paymentInstructions ?? ''
  const [isTelling, setTelling] = useState(false)
  if (actor?.role !== 'client' || open <= 0) return null
  return (
    <Section title={t('howToPay', { amount: formatMoney(open, currency) })}>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{instructions === '' ? t('howToPayAsk') : instructions}</Box>
      <Typography sx={{ color: 'text.secondary', paddingTop: 2 }}>{t('howToPayNumber', { number })}</Typography>
      {permit !== undefined && hasOrgRole(actor, 'ORG_ADMIN') && (
        <Button variant="outlined" sx={{ marginTop: 3 }} onClick={() => setTelling(true)}>
          {t('iHavePaid')}
        </Button>
      )}
      {permit !== undefined && isTelling && <PaidDialog permit={permit} open={open} onClose={() => setTelling(false)} />}
    </Section>
  )
}

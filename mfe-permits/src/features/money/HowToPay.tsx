import { hasOrgRole } from '@portal/contract'
import {
  Section,
  actorAtom,
  configurationAtom,
  currencyAtom,
  formatDateTime,
  formatMoney,
} from '@portal/shared-ui'
import { Alert, Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { lastNoteQuery } from './money.queries.ts'
import { PaidDialog } from './PaidDialog.tsx'
import { t } from './texts.ts'

/** The last payment notice to the office, so that it is not sent twice. */
function LastTold({ permit }: { permit: string }) {
  const beginning = t('paidNoteBeginning')
  const { data: note, isError } = useQuery(lastNoteQuery(permit, beginning))
  if (isError) return <Alert severity="warning">{t('toldUnknown')}</Alert>
  if (note === undefined || note === null) return null
  const message = note.content.slice(beginning.length).trim()
  return (
    <Alert severity="info">
      {t('told', { day: formatDateTime(note.createdAt), person: note.author?.title ?? '–', message })}
    </Alert>
  )
}

export interface HowToPayProps {
  /** Open amount in minor units. */
  open: number
  /** The number to state with the payment. */
  number: string
  /** The permit of the payment, on which the client can report that they have paid. */
  permit?: string
}

/**
 * Tells clients how to pay the open amount, in the office's own text, and lets paying users report a payment.
 * Nothing for staff.
 */
export function HowToPay({ open, number, permit }: HowToPayProps) {
  const actor = useAtomValue(actorAtom)
  const currency = useAtomValue(currencyAtom)
  const instructions = useAtomValue(configurationAtom)?.settings.paymentInstructions ?? ''
  const [isTelling, setTelling] = useState(false)
  if (actor?.role !== 'client' || open <= 0) return null
  return (
    <Section title={t('howToPay', { amount: formatMoney(open, currency) })}>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {instructions === '' ? t('howToPayAsk') : instructions}
      </Box>
      <Typography sx={{ color: 'text.secondary', paddingTop: 2 }}>
        {t('howToPayNumber', { number })}
      </Typography>
      {permit !== undefined && (
        <Box sx={{ paddingTop: 3, '&:empty': { display: 'none' } }}>
          <LastTold permit={permit} />
        </Box>
      )}
      {permit !== undefined && hasOrgRole(actor, 'ORG_ADMIN') && (
        <Button variant="outlined" sx={{ marginTop: 3 }} onClick={() => setTelling(true)}>
          {t('iHavePaid')}
        </Button>
      )}
      {permit !== undefined && isTelling && (
        <PaidDialog permit={permit} open={open} onClose={() => setTelling(false)} />
      )}
    </Section>
  )
}

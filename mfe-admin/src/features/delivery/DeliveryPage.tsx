import { Box, Typography } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'
import { Mails } from './Mails.tsx'
import { SuppressedList } from './SuppressedList.tsx'
import { t } from './texts.ts'

function Section({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ maxWidth: 960, paddingBottom: 8 }}>
      <Typography variant="h2" sx={{ paddingBottom: 1 }}>
        {heading}
      </Typography>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{text}</Typography>
      {children}
    </Box>
  )
}

/** Mail about notifications: what waits, left and failed, and addresses that get none. */
export function DeliveryPage() {
  return (
    <>
      <Section heading={t('mails')} text={t('mailsText')}>
        <Mails />
      </Section>
      <Section heading={t('suppressed')} text={t('suppressedText')}>
        <SuppressedList />
      </Section>
    </>
  )
}

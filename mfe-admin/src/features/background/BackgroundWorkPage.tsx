import { Box, Typography } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'
import { Jobs } from './Jobs.tsx'
import { Tasks } from './Tasks.tsx'
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

/** Work that goes on without a request: jobs that people started, and the tasks of the portal. */
export function BackgroundWorkPage() {
  return (
    <>
      <Section heading={t('jobs')} text={t('jobsText')}>
        <Jobs />
      </Section>
      <Section heading={t('tasks')} text={t('tasksText')}>
        <Tasks />
      </Section>
    </>
  )
}

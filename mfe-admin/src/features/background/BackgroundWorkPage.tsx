import { PageSection } from '../../parts/PageSection.tsx'
import { Jobs } from './Jobs.tsx'
import { Tasks } from './Tasks.tsx'
import { t } from './texts.ts'

/** Work that goes on without a request: jobs that people started, and the tasks of the portal. */
export function BackgroundWorkPage() {
  return (
    <>
      <PageSection heading={t('jobs')} text={t('jobsText')}>
        <Jobs />
      </PageSection>
      <PageSection heading={t('tasks')} text={t('tasksText')}>
        <Tasks />
      </PageSection>
    </>
  )
}

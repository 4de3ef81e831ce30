import { PageSection } from '../../parts/PageSection.tsx'
import { Mails } from './Mails.tsx'
import { SuppressedList } from './SuppressedList.tsx'
import { t } from './texts.ts'

/** Mail about notifications: what waits, left and failed, and addresses that get none. */
export function DeliveryPage() {
  return (
    <>
      <PageSection heading={t('mails')} text={t('mailsText')}>
        <Mails />
      </PageSection>
      <PageSection heading={t('suppressed')} text={t('suppressedText')}>
        <SuppressedList />
      </PageSection>
    </>
  )
}

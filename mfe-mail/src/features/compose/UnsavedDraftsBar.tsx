import { formatDateTime } from '@portal/shared-ui'
import { Alert, Button } from '@portal/shared-ui/mui'
import { t } from './texts.ts'
import { useUnsavedDrafts } from './unsaved-drafts.ts'

/** Offers text that a closed page left in this browser. */
export function UnsavedDraftsBar({ onOpen }: { onOpen: (name: string) => void }) {
  const { left, forget } = useUnsavedDrafts()
  const [latest] = left
  if (latest === undefined) return null
  return (
    <Alert
      severity="info"
      role="status"
      sx={{
        position: 'absolute',
        bottom: 16,
        insetInline: 16,
        marginInline: 'auto',
        width: 'fit-content',
        maxWidth: 'calc(100% - 32px)',
        zIndex: 2,
        alignItems: 'center',
        boxShadow: 8,
      }}
      action={
        <>
          <Button size="small" onClick={() => onOpen(latest.name)}>
            {t('continueWriting')}
          </Button>
          <Button size="small" onClick={() => forget(latest.name)}>
            {t('forgetText')}
          </Button>
        </>
      }
    >
      {t('leftBehind', {
        time: formatDateTime(latest.at),
        subject: latest.subject.trim() === '' ? t('newMail') : latest.subject,
      })}
    </Alert>
  )
}

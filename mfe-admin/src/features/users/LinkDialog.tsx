import type { PersonalLink } from '@portal/contract'
import { ShownOnceDialog, formatDateTime } from '@portal/shared-ui'
import { t } from './texts.ts'

/** Shows a new sign-in link of one user. */
export function LinkDialog({
  name,
  made,
  onClose,
}: {
  name: string
  made: PersonalLink
  onClose: () => void
}) {
  return (
    <ShownOnceDialog
      title={t(`linkTitle_${made.kind}`, { name })}
      text={[
        t('linkText', { name, at: formatDateTime(made.expiresAt) }),
        ...(made.isMailed === true ? [t('linkMailed')] : []),
      ].join(' ')}
      label={t('link')}
      value={made.link}
      copyWords={t('copyLink')}
      onClose={onClose}
    />
  )
}

import type { PasskeyList } from '@portal/contract'
import { ConfirmDialog, formatDateTime } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { hasMicrosoft, linkMicrosoft } from '../../sign-in/sign-in-methods.ts'
import { ensureRecentAuth, unlinkMicrosoft } from './account.queries.ts'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

async function goAndLink(): Promise<void> {
  await ensureRecentAuth()
  linkMicrosoft('/account')
}

/**
 * Microsoft accounts the user can sign in with. Shown when the server offers Microsoft sign-in, or when an
 * account is still linked.
 */
export function MicrosoftSection({ linked }: { linked: PasskeyList['microsoft'] }) {
  const [isAsking, setAsking] = useState(false)
  const link = useChange(goAndLink, null)
  const unlink = useChange(unlinkMicrosoft, t('unlinked'))
  if (linked.length === 0 && !hasMicrosoft()) return null
  return (
    <Section
      heading={t('microsoft')}
      text={t('microsoftText')}
      actions={
        <>
          {hasMicrosoft() && (
            <Button
              variant="outlined"
              aria-busy={link.isPending}
              disabled={link.isPending}
              onClick={() => link.mutate(undefined)}
            >
              {t('linkMicrosoft')}
            </Button>
          )}
          {linked.length > 0 && (
            <Button
              variant="outlined"
              aria-busy={unlink.isPending}
              disabled={unlink.isPending}
              onClick={() => setAsking(true)}
            >
              {t('unlinkMicrosoft')}
            </Button>
          )}
        </>
      }
    >
      {linked.length === 0 ? (
        <Typography>{t('noMicrosoft')}</Typography>
      ) : (
        <Box component="ul" aria-label={t('microsoft')} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {linked.map(({ name, createdAt }) => (
            <li key={`${name} ${createdAt}`}>{t('linkedOn', { name, at: formatDateTime(createdAt) })}</li>
          ))}
        </Box>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('unlinkTitle')}
          text={t('unlinkText')}
          yes={t('unlinkMicrosoft')}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            unlink.mutate(undefined)
          }}
        />
      )}
    </Section>
  )
}

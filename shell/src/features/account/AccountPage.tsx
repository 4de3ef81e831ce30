import { ErrorPanel, SkeletonTable } from '@portal/shared-ui'
import { Box, Stack } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { sessionsQuery, signInMethodsQuery } from './account.queries.ts'
import { AbsenceSection } from './AbsenceSection.tsx'
import { BrowserSection } from './BrowserSection.tsx'
import { EverybodySection } from './EverybodySection.tsx'
import { MicrosoftSection } from './MicrosoftSection.tsx'
import { PasskeySection } from './PasskeySection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { RecoverySection } from './RecoverySection.tsx'
import { SessionSection } from './SessionSection.tsx'
import { TimeZoneSection } from './TimeZoneSection.tsx'
import { t } from './texts.ts'

const skeletonWidths = [280, 200, 120]

/**
 * Passkeys and sessions: all sign-in methods and sessions of the user. Available to every role; needs no
 * remote.
 */
export default function AccountPage() {
  return (
    <Box sx={{ maxWidth: 720, marginInline: 'auto', paddingBlock: { xs: 0, sm: 2 } }}>
      <Stack spacing={9}>
        <ProfileSection />
        <AbsenceSection />
        <WaysIn />
        <Sessions />
        <BrowserSection />
        <TimeZoneSection />
        <EverybodySection />
      </Stack>
    </Box>
  )
}

function Loading() {
  return (
    <Box role="status" aria-label={t('loading')}>
      <SkeletonTable widths={skeletonWidths} rows={3} />
    </Box>
  )
}

function WaysIn() {
  const { data, error, refetch } = useQuery(signInMethodsQuery)
  if (data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <ErrorPanel error={error} title={t('waysInFailed')} onRetry={() => void refetch()} />
    )
  return (
    <>
      <PasskeySection passkeys={data.passkeys} />
      <RecoverySection left={data.recoveryCodes} />
      <MicrosoftSection linked={data.microsoft} />
    </>
  )
}

function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  if (data === undefined)
    return error === null ? null : (
      <ErrorPanel error={error} title={t('sessionsFailed')} onRetry={() => void refetch()} />
    )
  return <SessionSection sessions={data.sessions} />
}

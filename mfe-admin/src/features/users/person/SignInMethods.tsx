import type { Passkey } from '@portal/contract'
import { ErrorPanel, PasskeyList, SkeletonTable, formatDateTime } from '@portal/shared-ui'
import { Box, Button, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { t } from '../texts.ts'
import { useLink } from '../use-link.tsx'
import { usePeopleChange } from '../use-people-change.ts'
import { removePasskeyOf, signInMethodsOfQuery } from '../users.queries.ts'
import { PersonSection } from './PersonSection.tsx'

/** A user's passkeys, which administrators can remove, and an enrollment link for users who lost theirs. */
export function SignInMethods({ pid, name, status }: { pid: string; name: string; status: unknown }) {
  const { data, error, refetch } = useQuery(signInMethodsOfQuery(pid))
  const remove = usePeopleChange((passkey: Passkey) => removePasskeyOf(pid, passkey.pid), {
    done: t('passkeyRemoved'),
  })
  const link = useLink()
  const isClosed = status === 'DISABLED' || status === 'DELETED'
  return (
    <PersonSection heading={t('passkeys')}>
      {data === undefined && error === null && <SkeletonTable widths={[240, 120]} rows={2} />}
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('passkeysFailed')} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <Stack spacing={3}>
          {data.passkeys.length === 0 ? (
            <Typography>{t('noPasskeys')}</Typography>
          ) : (
            <PasskeyList
              passkeys={data.passkeys}
              busy={remove.isPending ? remove.variables.pid : null}
              removal={t('passkeyRemoval', { name })}
              onRemove={(passkey) => remove.mutate(passkey)}
            />
          )}
          {data.microsoft.map(({ name: account, createdAt }) => (
            <Box key={`${account} ${createdAt}`}>
              {t('microsoftLinked', { account, at: formatDateTime(createdAt) })}
            </Box>
          ))}
          <Box sx={{ color: 'text.secondary' }}>
            {data.recoveryCodes === 0 ? t('noCodes') : t('codesLeft', { count: data.recoveryCodes })}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
            <Button
              variant="outlined"
              aria-busy={link.making !== null}
              disabled={isClosed || link.making !== null}
              aria-describedby={`${pid}-link`}
              onClick={() => link.make({ pid, name })}
            >
              {t(status === 'INVITED' ? 'makeInvitation' : 'makeEnrolment')}
            </Button>
            <Typography id={`${pid}-link`} sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
              {t(isClosed ? 'linkClosed' : status === 'INVITED' ? 'invitationHint' : 'enrolmentHint')}
            </Typography>
          </Box>
        </Stack>
      )}
      {link.dialog}
    </PersonSection>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CreatedPid } from '@portal/contract'
import type { Declaration, SuccessorKind } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import { FormDialog } from '../../../layout/FormDialog.lazy.ts'
import { useShell } from '../../../portal/shell-api.ts'
import { actorAtom, userAtom } from '../../../session/session.ts'
import { refreshAllRecords } from '../../list/refresh-records.ts'
import { openableUrl } from '../../page/record-url.ts'
import { followingPath, followingQuery } from '../related/related-queries.ts'
import { t } from '../texts.ts'

/**
 * Starts a record that follows a permit: an amendment, which replaces it once issued, or a renewal. If one is
 * not possible, the reason is shown.
 */
export function Following({
  declaration,
  pid,
  version,
}: {
  declaration: Declaration
  pid: string
  version: number
}) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const [asked, setAsked] = useState<SuccessorKind | null>(null)
  const following = useQuery(followingQuery(declaration, pid, version))
  const begin = useMutation({
    mutationFn: (kind: SuccessorKind) =>
      crud({ apiPath: followingPath(declaration, pid, kind), method: 'POST' }, CreatedPid),
    onSuccess: (made, kind) => {
      shell.toast({ title: t(`did_${kind}`) })
      const url = actor === null ? null : openableUrl(declaration.table, made.pid, actor, user)
      if (url !== null) shell.navigate(url)
    },
    onError: (error) => shell.toast({ title: t('notBegun'), description: error.message, colour: 'red' }),
    onSettled: () => refreshAllRecords(queryClient),
  })
  if (following.isError)
    return (
      <ErrorPanel
        error={following.error}
        title={t('followingFailed')}
        onRetry={() => void following.refetch()}
      />
    )
  const steps = following.data ?? []
  if (steps.length === 0) return null
  const closed = steps.filter(({ allowed }) => !allowed)
  return (
    <Box component="section" aria-label={t('following')} sx={{ paddingBottom: 6 }}>
      <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
        {t('following')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {steps
          .filter(({ allowed }) => allowed)
          .map(({ kind }) => (
            <Button key={kind} variant="outlined" disabled={begin.isPending} onClick={() => setAsked(kind)}>
              {t(`do_${kind}`)}
            </Button>
          ))}
      </Box>
      {asked !== null && (
        <FormDialog
          title={t(`ask_${asked}`)}
          text={t(`asked_${asked}`)}
          action={t(`do_${asked}`)}
          isBusy={begin.isPending}
          failure={null}
          onSubmit={() => {
            setAsked(null)
            begin.mutate(asked)
          }}
          onClose={() => setAsked(null)}
        >
          {null}
        </FormDialog>
      )}
      {closed.map(({ kind, whyNot }) => (
        <Box key={kind} sx={{ paddingTop: 2 }}>
          <Box sx={{ fontWeight: 500 }}>{t('notNow', { what: t(`do_${kind}`) })}</Box>
          <Box sx={{ color: 'text.secondary' }}>{whyNot.join(' ')}</Box>
        </Box>
      ))}
    </Box>
  )
}

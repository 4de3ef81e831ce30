import type { AnyRecord } from '@portal/contract'
import { crud, nothing, refreshAllRecords, useShell } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { t } from './texts.ts'

/** Records that the user has just checked the permit's status with the authority. */
export function CheckedNow({ record: { pid } }: { record: AnyRecord }) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const checked = useMutation({
    mutationFn: () =>
      crud(
        { apiPath: `/permits/${pid}`, method: 'PATCH', body: { statusVerifiedAt: new Date().toISOString() } },
        nothing,
      ),
    onSuccess: () => shell.toast({ title: t('checkedDone') }),
    onError: ({ message }) => shell.toast({ title: t('checkFailed'), description: message, colour: 'red' }),
    onSettled: () => refreshAllRecords(queryClient),
  })
  return (
    <Button
      color="inherit"
      loading={checked.isPending}
      onClick={() => checked.mutate()}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {t('checked')}
    </Button>
  )
}

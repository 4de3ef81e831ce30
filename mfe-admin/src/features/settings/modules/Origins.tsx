import type { RemoteOrigins } from '@portal/contract'
import { RemoteOrigin } from '@portal/contract'
import { ConfirmDialog, FormDialog, Row, StatusChip, formatDateTime, roleAtom } from '@portal/shared-ui'
import { Button, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { LoadedList } from '../../../parts/LoadedList.tsx'
import { moduleName } from '../../../words/names.ts'
import { addOrigin, originsQuery, removeOrigin } from './modules.queries.ts'
import { t } from './texts.ts'
import { useDeploying } from './use-deploying.ts'

type Origin = RemoteOrigins['origins'][number]

function NewOrigin({ onClose }: { onClose: () => void }) {
  const [origin, setOrigin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = useDeploying(addOrigin, { done: () => t('originAdded'), failed: t('originNotAdded') })
  const submit = () => {
    const found = RemoteOrigin.safeParse(origin.trim()).success ? null : t('originWrong')
    setProblem(found)
    if (found === null) add.mutate(origin.trim(), { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={t('newOrigin')}
      text={t('newOriginText')}
      action={t('addOrigin')}
      isBusy={add.isPending}
      failure={problem ?? add.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('origin')}
        value={origin}
        onChange={(event) => setOrigin(event.target.value)}
        helperText={t('originHint')}
        autoFocus
      />
    </FormDialog>
  )
}

function OriginRow({ origin, onRemove }: { origin: Origin; onRemove?: (() => void) | undefined }) {
  const id = useId()
  const wrong = origin.builds.find(({ problem }) => problem !== null)
  const builds = origin.builds.map(({ remote, version, checkedAt, problem }) => {
    const named = `${moduleName(remote)} ${version}`
    if (problem !== null) return `${named}: ${problem}`
    return checkedAt === null ? named : t('checkedAt', { named, at: formatDateTime(checkedAt) })
  })
  return (
    <Row
      titleId={id}
      title={origin.origin}
      mark={wrong !== undefined && <StatusChip label={t('differs')} colour="red" symbol="cross" />}
      facts={[
        t('madeBy', { at: formatDateTime(origin.addedAt), by: origin.addedBy }),
        ...(builds.length === 0 ? [t('servesNothing')] : builds),
      ]}
    >
      {onRemove !== undefined && (
        <Button size="small" variant="outlined" color="error" aria-describedby={id} onClick={onRemove}>
          {t('removeOrigin')}
        </Button>
      )}
    </Row>
  )
}

/** Where modules may be served from besides the portal. Only superadmins change the list. */
export function Origins() {
  const query = useQuery(originsQuery())
  const mayChange = useAtomValue(roleAtom) === 'superadmin'
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<string | null>(null)
  const remove = useDeploying(removeOrigin, {
    done: () => t('originRemoved'),
    failed: t('originNotRemoved'),
  })
  return (
    <>
      <LoadedList
        label={t('origins')}
        text={t('originsText')}
        action={
          mayChange && (
            <Button variant="outlined" onClick={() => setAdding(true)}>
              {t('newOrigin')}
            </Button>
          )
        }
        query={query}
        failed={t('originsFailed')}
        itemsOf={({ origins }) => origins}
        empty={t('noOrigins')}
      >
        {(each) => (
          <OriginRow
            key={each.origin}
            origin={each}
            onRemove={mayChange ? () => setLeaving(each.origin) : undefined}
          />
        )}
      </LoadedList>
      {isAdding && <NewOrigin onClose={() => setAdding(false)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={t('removeOriginTitle', { origin: leaving })}
          text={t('removeOriginText')}
          yes={t('removeOrigin')}
          onNo={() => setLeaving(null)}
          onYes={() => {
            setLeaving(null)
            remove.mutate(leaving)
          }}
        />
      )}
    </>
  )
}

import type { BackEnd } from '@portal/contract'
import {
  ConfirmDialog,
  EmptyState,
  ErrorPanel,
  FormDialog,
  Row,
  Rows,
  SkeletonTable,
  formatDateTime,
} from '@portal/shared-ui'
import { Box, Button, TextField, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { Choice } from '../../../parts/fields.tsx'
import { moduleName } from '../../../words/names.ts'
import { backEndsQuery, deployedQuery, removeBackEnd, setBackEnd } from './modules.queries.ts'
import { t } from './texts.ts'
import { useDeploying } from './use-deploying.ts'

interface BackEndDialogProps {
  /** The back end to change; null for a new one. */
  backEnd: BackEnd | null
  /** Modules that have none. */
  without: readonly string[]
  onClose: () => void
}

function BackEndDialog({ backEnd, without, onClose }: BackEndDialogProps) {
  const [remote, setRemote] = useState(backEnd?.remote ?? without[0] ?? '')
  const [address, setAddress] = useState(backEnd?.address ?? '')
  const [wasTried, setTried] = useState(false)
  const save = useDeploying(
    async (body: { remote: string; address: string }) => {
      await setBackEnd(body)
      onClose()
    },
    { done: () => t('backEndSaved'), failed: t('backEndNotSaved') },
  )
  const isMissing = wasTried && address.trim() === ''
  const submit = () => {
    setTried(true)
    if (address.trim() !== '') save.mutate({ remote, address: address.trim() })
  }
  return (
    <FormDialog
      title={backEnd === null ? t('addBackEnd') : t('backEndOf', { name: moduleName(remote) })}
      text={t('backEndText')}
      action={t('saveBackEnd')}
      isBusy={save.isPending}
      failure={save.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      {backEnd === null && (
        <Choice
          label={t('module')}
          value={remote}
          options={without.map((name) => [name, moduleName(name)] as const)}
          onChange={setRemote}
        />
      )}
      <TextField
        label={t('backEndAddress')}
        required
        value={address}
        error={isMissing}
        helperText={isMissing ? t('backEndMissing') : t('backEndHint')}
        onChange={({ target }) => setAddress(target.value)}
      />
    </FormDialog>
  )
}

interface BackEndRowProps {
  backEnd: BackEnd
  onChange: () => void
  onRemove: () => void
}

function BackEndRow({ backEnd: { remote, address, setAt, setBy }, onChange, onRemove }: BackEndRowProps) {
  const id = useId()
  return (
    <Row
      titleId={id}
      title={moduleName(remote)}
      facts={[address, t('madeBy', { at: formatDateTime(setAt), by: setBy })]}
    >
      <Button size="small" variant="outlined" aria-describedby={id} onClick={onChange}>
        {t('changeBackEnd')}
      </Button>
      <Button size="small" variant="outlined" color="error" aria-describedby={id} onClick={onRemove}>
        {t('removeBackEnd')}
      </Button>
    </Row>
  )
}

/** The back ends of modules: the one address to which the portal forwards the calls of each. */
export function BackEnds() {
  const { data, error, refetch } = useQuery(backEndsQuery())
  const deployed = useQuery(deployedQuery()).data?.remotes.map(({ name }) => name) ?? []
  const [edited, setEdited] = useState<BackEnd | 'new' | null>(null)
  const [leaving, setLeaving] = useState<BackEnd | null>(null)
  const remove = useDeploying(removeBackEnd, {
    done: () => t('backEndRemoved'),
    failed: t('backEndNotSaved'),
  })
  const without = deployed.filter((name) => data?.backEnds.every(({ remote }) => remote !== name))
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', paddingBottom: 2 }}>
        <Typography sx={{ flex: '1 1 280px', color: 'text.secondary' }}>{t('backEndsText')}</Typography>
        <Button
          variant="outlined"
          disabled={data === undefined || without.length === 0}
          onClick={() => setEdited('new')}
        >
          {t('addBackEnd')}
        </Button>
      </Box>
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('backEndsFailed')} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonTable widths={[200, 160]} rows={1} />}
      {data?.backEnds.length === 0 && <EmptyState title={t('noBackEnds')} />}
      {data !== undefined && data.backEnds.length > 0 && (
        <Rows label={t('backEnds')}>
          {data.backEnds.map((backEnd) => (
            <BackEndRow
              key={backEnd.remote}
              backEnd={backEnd}
              onChange={() => setEdited(backEnd)}
              onRemove={() => setLeaving(backEnd)}
            />
          ))}
        </Rows>
      )}
      {edited !== null && (
        <BackEndDialog
          backEnd={edited === 'new' ? null : edited}
          without={without}
          onClose={() => setEdited(null)}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={t('removeBackEndTitle', { name: moduleName(leaving.remote) })}
          text={t('removeBackEndText')}
          yes={t('removeBackEnd')}
          onNo={() => setLeaving(null)}
          onYes={() => {
            setLeaving(null)
            remove.mutate(leaving.remote)
          }}
        />
      )}
    </>
  )
}

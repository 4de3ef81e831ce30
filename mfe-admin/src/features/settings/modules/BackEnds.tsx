import type { BackEnd } from '@portal/contract'
import { ConfirmDialog, FormDialog, Row, formatDateTime } from '@portal/shared-ui'
import { Button, TextField } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { Choice } from '../../../parts/fields.tsx'
import { LoadedList } from '../../../parts/LoadedList.tsx'
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
  const query = useQuery(backEndsQuery())
  const { data } = query
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
      <LoadedList
        label={t('backEnds')}
        text={t('backEndsText')}
        action={
          <Button
            variant="outlined"
            disabled={data === undefined || without.length === 0}
            onClick={() => setEdited('new')}
          >
            {t('addBackEnd')}
          </Button>
        }
        query={query}
        failed={t('backEndsFailed')}
        itemsOf={({ backEnds }) => backEnds}
        empty={t('noBackEnds')}
      >
        {(backEnd) => (
          <BackEndRow
            key={backEnd.remote}
            backEnd={backEnd}
            onChange={() => setEdited(backEnd)}
            onRemove={() => setLeaving(backEnd)}
          />
        )}
      </LoadedList>
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

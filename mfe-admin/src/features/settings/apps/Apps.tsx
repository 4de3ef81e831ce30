import { screenLanguage } from '@portal/contract'
import type { RegisteredApp } from '@portal/contract/apps'
import { ConfirmDialog, Row, StatusChip, formatDateTime, useChange } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { LoadedList } from '../../../parts/LoadedList.tsx'
import { t as roleWords } from '../../../texts.ts'
import { AppDialog } from './AppDialog.tsx'
import { collectionWords } from './app-words.ts'
import { appsKey, appsQuery, changeApp, deleteApp } from './apps.queries.ts'
import { t } from './texts.ts'

function factsOf({ owner, address, roles, page, collections, scopes, ...use }: RegisteredApp): string[] {
  const places = [...(page ? [t('menuPage')] : []), ...collections.map(collectionWords)]
  return [
    t('ownedBy', { owner }),
    new URL(address).origin,
    t('shownIn', { places: places.join(', ') }),
    roles.map((role) => roleWords(role)).join(', '),
    t('scopesOf', { count: scopes.length }),
    t('people', { count: use.people }),
    use.lastCallAt === null
      ? t('neverCalled')
      : t('calls', { count: use.calls, refused: use.refused, at: formatDateTime(use.lastCallAt) }),
  ]
}

interface AppRowProps {
  app: RegisteredApp
  isBusy: boolean
  onChange: () => void
  onSwitch: () => void
  onDelete: () => void
}

function AppRow({ app, isBusy, onChange, onSwitch, onDelete }: AppRowProps) {
  const id = useId()
  const button = (text: string, onClick: () => void, isGrave = false) => (
    <Button
      size="small"
      variant="outlined"
      color={isGrave ? 'error' : 'primary'}
      aria-describedby={id}
      disabled={isBusy}
      onClick={onClick}
    >
      {text}
    </Button>
  )
  return (
    <Row
      titleId={id}
      title={app.name[screenLanguage()]}
      mark={!app.isActive && <StatusChip label={t('off')} colour="slate" symbol="pause" />}
      facts={factsOf(app)}
    >
      {button(t('change'), onChange)}
      {button(app.isActive ? t('switchOff') : t('switchOn'), onSwitch)}
      {button(t('delete'), onDelete, true)}
    </Row>
  )
}

/** The apps of third parties: who makes them, where they are shown, and what they did in 30 days. */
export function Apps() {
  const query = useQuery(appsQuery())
  const [edited, setEdited] = useState<RegisteredApp | 'new' | null>(null)
  const [leaving, setLeaving] = useState<RegisteredApp | null>(null)
  const outcome = { stale: [appsKey], failed: t('notSaved') }
  const change = useChange(changeApp, outcome, { done: t('saved') })
  const remove = useChange(deleteApp, outcome, { done: t('deleted') })
  return (
    <>
      <LoadedList
        label={t('apps')}
        text={t('text')}
        action={
          <Button variant="outlined" onClick={() => setEdited('new')}>
            {t('register')}
          </Button>
        }
        query={query}
        failed={t('loadFailed')}
        itemsOf={({ apps }) => apps}
        empty={t('none')}
      >
        {(app) => (
          <AppRow
            key={app.pid}
            app={app}
            isBusy={change.isPending || remove.isPending}
            onChange={() => setEdited(app)}
            onSwitch={() => change.mutate({ pid: app.pid, version: app.version, isActive: !app.isActive })}
            onDelete={() => setLeaving(app)}
          />
        )}
      </LoadedList>
      {edited !== null && (
        <AppDialog app={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={t('deleteTitle', { name: leaving.name[screenLanguage()] })}
          text={t('deleteText')}
          yes={t('delete')}
          onNo={() => setLeaving(null)}
          onYes={() => {
            setLeaving(null)
            remove.mutate(leaving.pid)
          }}
        />
      )}
    </>
  )
}

import { collectionNames, roles } from '@portal/contract'
import type { NewApp, RegisteredApp } from '@portal/contract/apps'
import { FormDialog, useChange } from '@portal/shared-ui'
import { Box, Checkbox, FormControlLabel, TextField } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { Several } from '../../../parts/fields.tsx'
import { t as roleWords } from '../../../texts.ts'
import { collectionWords, scopeOptions } from './app-words.ts'
import { appsKey, changeApp, registerApp } from './apps.queries.ts'
import { t } from './texts.ts'

const empty: NewApp = {
  name: { en: '', es: '' },
  owner: '',
  address: '',
  roles: [],
  page: true,
  collections: [],
  scopes: [],
  isActive: true,
}

function draftOf({ name, owner, address, ...app }: RegisteredApp): NewApp {
  const { roles: allowed, page, collections, scopes, isActive } = app
  return { name, owner, address, roles: allowed, page, collections, scopes, isActive }
}

interface AppDialogProps {
  /** The app to change; null for a new one. */
  app: RegisteredApp | null
  onClose: () => void
}

/** Registers an app, or changes one. People are asked again when its address or its scopes change. */
export function AppDialog({ app, onClose }: AppDialogProps) {
  const [draft, setDraft] = useState<NewApp>(app === null ? empty : draftOf(app))
  const [wasTried, setTried] = useState(false)
  const set = (part: Partial<NewApp>) => setDraft({ ...draft, ...part })
  const save = useChange<NewApp, unknown>(
    (given) =>
      app === null ? registerApp(given) : changeApp({ pid: app.pid, version: app.version, ...given }),
    { stale: [appsKey], failed: t('notSaved') },
    { done: t('saved'), onDone: onClose, tellsFailure: true },
  )
  const texts = [draft.name.en, draft.name.es, draft.owner, draft.address]
  const submit = () => {
    setTried(true)
    if (texts.every((value) => value.trim() !== '')) save.mutate(draft)
  }
  const text = (label: string, value: string, onText: (value: string) => void, hint?: string) => {
    const isMissing = wasTried && value.trim() === ''
    return (
      <TextField
        label={label}
        required
        size="small"
        value={value}
        error={isMissing}
        helperText={isMissing ? t('required') : hint}
        onChange={({ target }) => onText(target.value)}
      />
    )
  }
  return (
    <FormDialog
      wide
      title={app === null ? t('register') : t('changeTitle', { name: app.name.en })}
      text={t('dialogText')}
      action={t('save')}
      isBusy={save.isPending}
      failure={save.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {text(t('nameEn'), draft.name.en, (en) => set({ name: { ...draft.name, en } }))}
        {text(t('nameEs'), draft.name.es, (es) => set({ name: { ...draft.name, es } }))}
        {text(t('owner'), draft.owner, (owner) => set({ owner }), t('ownerHint'))}
        {text(t('address'), draft.address, (address) => set({ address }), t('addressHint'))}
      </Box>
      <Several
        label={t('roles')}
        values={draft.roles}
        options={roles.map((role) => [role, roleWords(role)] as const)}
        onChange={(chosen) => set({ roles: chosen })}
      />
      {/* Directly in the form it would lose the margin by which its box stands in line. */}
      <Box>
        <FormControlLabel
          control={<Checkbox size="small" checked={draft.page} onChange={(_event, page) => set({ page })} />}
          label={t('pageInMenu')}
        />
      </Box>
      <Several
        label={t('tabsOn')}
        values={draft.collections}
        options={collectionNames.map((name) => [name, collectionWords(name)] as const)}
        onChange={(collections) => set({ collections })}
      />
      <Several
        label={t('scopes')}
        values={draft.scopes}
        options={scopeOptions()}
        onChange={(scopes) => set({ scopes })}
      />
    </FormDialog>
  )
}

import { OwnProfile } from '@portal/contract'
import { ErrorPanel, api, askSession, nothing, sessionAtom, userAtom } from '@portal/shared-ui'
import { Button, Stack, TextField } from '@portal/shared-ui/mui'
import { queryOptions, useQuery } from '@portal/shared-ui/query'
import { useAtomValue, useSetAtom } from '@portal/shared-ui/state'
import { useState } from 'react'
import { Section } from './Section.tsx'
import { t } from './texts.ts'
import { useChange } from './use-change.ts'

const url = '/api/auth/me/profile'
const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => api.get(url, OwnProfile, { signal }),
})

type Draft = Pick<OwnProfile, 'name' | 'phone'>

/** The saved and the edited name and phone. A failed save keeps the edits. */
function ProfileForm({ profile }: { profile: OwnProfile }) {
  const setSession = useSetAtom(sessionAtom)
  const [draft, setDraft] = useState<Draft | null>(null)
  const { name, phone } = draft ?? profile
  const change = useChange(async (wanted: Draft) => {
    await api.patch(url, { ...wanted, version: profile.version }, nothing)
    setSession(await askSession())
    setDraft(null)
  }, t('profileSaved'))
  const isNamed = name.trim() !== ''
  return (
    <Stack
      component="form"
      spacing={3}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isNamed && draft !== null && !change.isPending)
          change.mutate({
            name: name.trim(),
            phone: phone === null || phone.trim() === '' ? null : phone.trim(),
          })
      }}
    >
      <TextField
        label={t('name')}
        value={name}
        required
        error={!isNamed}
        helperText={isNamed ? undefined : t('nameMissing')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        onChange={({ target }) => setDraft({ name: target.value, phone })}
      />
      <TextField
        label={t('phone')}
        value={phone ?? ''}
        type="tel"
        slotProps={{ htmlInput: { maxLength: 60 } }}
        onChange={({ target }) => setDraft({ name, phone: target.value })}
      />
      <Stack direction="row" spacing={2}>
        <Button type="submit" variant="contained" disabled={draft === null || !isNamed || change.isPending}>
          {t('saveProfile')}
        </Button>
        {draft !== null && (
          <Button variant="outlined" disabled={change.isPending} onClick={() => setDraft(null)}>
            {t('discardProfile')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

/** The user's own name and phone. Source: decision 0084. */
export function ProfileSection() {
  const user = useAtomValue(userAtom)
  const { data, error, refetch } = useQuery({ ...profileQuery, enabled: user !== null && user.role !== null })
  if (user === null || user.role === null) return null
  return (
    <Section heading={t('profile')} text={t('profileText')}>
      {data !== undefined && <ProfileForm profile={data} />}
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('profileFailed')} onRetry={() => void refetch()} />
      )}
    </Section>
  )
}

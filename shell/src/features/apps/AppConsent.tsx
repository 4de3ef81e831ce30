import type { AppAccess } from '@portal/contract/apps'
import { useChange } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { appNameOf } from './app-places.ts'
import { accessKey, allowApp } from './apps.queries.ts'
import { scopeWords } from './scope-words.ts'
import { t } from './texts.ts'

/** What an app may do, one line each. */
export function ScopeList({ scopes, label }: { scopes: AppAccess['scopes']; label: string }) {
  if (scopes.length === 0) return <Typography>{t('noScopes')}</Typography>
  return (
    <Box component="ul" aria-label={label} sx={{ margin: 0, paddingLeft: 5 }}>
      {scopes.map((scope) => (
        <Typography component="li" key={scope}>
          {scopeWords(scope)}
        </Typography>
      ))}
    </Box>
  )
}

/** Asks once, before anything of the app is loaded. */
export function AppConsent({ access }: { access: AppAccess }) {
  const id = useId()
  const name = appNameOf(access)
  const allow = useChange(
    allowApp,
    { stale: [accessKey(access.pid)], failed: t('notAllowed') },
    { done: t('allowed', { name }) },
  )
  return (
    <Box component="section" aria-labelledby={id} sx={{ maxWidth: 640, padding: { xs: 4, sm: 6 } }}>
      <Typography id={id} component="h2" variant="h2" sx={{ paddingBottom: 2, overflowWrap: 'anywhere' }}>
        {t('allowTitle', { name })}
      </Typography>
      <Typography sx={{ paddingBottom: 3, overflowWrap: 'anywhere' }}>
        {t('allowText', { name, owner: access.owner, origin: access.origin })}
      </Typography>
      <ScopeList scopes={access.scopes} label={t('mayDo')} />
      <Typography sx={{ paddingBlock: 3, color: 'text.secondary' }}>{t('neverMore')}</Typography>
      <Button variant="contained" loading={allow.isPending} onClick={() => allow.mutate(access)}>
        {t('allow')}
      </Button>
    </Box>
  )
}

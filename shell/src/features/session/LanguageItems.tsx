import type { Language } from '@portal/contract'
import { api, askSession, nothing, sessionAtom, userAtom, useShell } from '@portal/shared-ui'
import { Box, MenuItem, Typography } from '@portal/shared-ui/mui'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { useId } from 'react'
import { mayLeave } from '../../navigation/unsaved.state.ts'
import { t } from '../../texts.ts'

/** Each language is listed under its own name, so that people who read it can find it. */
const choices: readonly { value: Language | null; label: () => string }[] = [
  { value: 'en', label: () => 'English' },
  { value: 'es', label: () => 'Español' },
  { value: null, label: () => t('languageOfBrowser') },
]

/**
 * The languages in the account menu. The page switches without a reload. A user with unsaved work is asked
 * first.
 */
export function LanguageItems({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const shell = useShell()
  const user = useAtomValue(userAtom)
  const headingId = useId()
  if (user === null || user.role === null) return null
  const ownLanguage = user.ownLanguage ?? null
  const choose = async (language: Language | null) => {
    onClose()
    if (language === ownLanguage || !(await mayLeave(store))) return
    try {
      await api.patch('/api/auth/me', { language }, nothing)
      store.set(sessionAtom, await askSession())
    } catch (error) {
      shell.toast({
        title: t('languageFailed'),
        colour: 'red',
        ...(error instanceof Error && { description: error.message }),
      })
    }
  }
  return (
    <Box component="li" role="presentation">
      <Typography
        id={headingId}
        variant="caption"
        component="p"
        sx={{ color: 'text.secondary', paddingInline: 3, paddingTop: 1 }}
      >
        {t('language')}
      </Typography>
      <Box
        component="ul"
        role="group"
        aria-labelledby={headingId}
        sx={{ listStyle: 'none', margin: 0, padding: 0 }}
      >
        {choices.map(({ value, label }) => (
          <MenuItem
            key={value ?? 'browser'}
            role="menuitemradio"
            aria-checked={value === ownLanguage}
            selected={value === ownLanguage}
            {...(value !== null && { lang: value })}
            onClick={() => void choose(value)}
          >
            {label()}
          </MenuItem>
        ))}
      </Box>
    </Box>
  )
}

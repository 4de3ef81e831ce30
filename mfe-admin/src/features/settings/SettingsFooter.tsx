import { Box, Button } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { StickyFooter } from '../../parts/StickyFooter.tsx'
import { t } from '../../texts.ts'
import { settingPath, settingLabel } from '../../words/setting-labels.ts'
import type { Settings } from './use-settings.ts'

const maxNamed = 4

function changedWords({ changes }: Settings): string {
  const names = changes.slice(0, maxNamed).map(({ path }) => settingLabel(path))
  const more = changes.length - names.length
  const joined = names.join('; ')
  return t('changedSettings', {
    count: changes.length,
    names: more === 0 ? joined : t('andMore', { names: joined, more }),
  })
}

function unfinishedWords({ unfinished }: Settings): string {
  return t('unfinished', {
    names: [...unfinished.keys()].map((field) => settingLabel(settingPath(field))).join('; '),
  })
}

/**
 * Shown below the form when something was changed or an action failed: the changes or the error, Save and
 * Discard.
 */
export function SettingsFooter({ settings }: { settings: Settings }) {
  const { changes, failure, busy, isBehind, save, discard } = settings
  const isUnfinished = settings.unfinished.size > 0
  const isChanged = changes.length > 0 || isUnfinished
  const reasonId = useId()
  if (!isChanged && failure === null) return null
  return (
    <StickyFooter
      trouble={
        failure !== null && (
          <>
            <strong>{failure.text}</strong>
            <Box component="span" sx={{ display: 'block' }}>
              {failure.reason} {isChanged && t('kept')}
            </Box>
          </>
        )
      }
      status={
        <>
          {changes.length > 0 && changedWords(settings)} {isBehind && t('behind')}
          {isUnfinished && (
            <Box component="span" id={reasonId} sx={{ display: 'block', color: 'error.main' }}>
              {unfinishedWords(settings)}
            </Box>
          )}
        </>
      }
      actions={
        isChanged && (
          <>
            <Button variant="outlined" disabled={busy !== null} onClick={discard}>
              {t('discard')}
            </Button>
            <Button
              variant="contained"
              aria-busy={busy === 'saving'}
              {...(isUnfinished && { 'aria-disabled': true, 'aria-describedby': reasonId })}
              onClick={save}
            >
              {t('save')}
            </Button>
          </>
        )
      }
    />
  )
}

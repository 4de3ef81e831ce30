import { formatTime } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import type { SaveState } from './draft-state.ts'
import { t } from './texts.ts'

function saveStatusLabel(save: SaveState): string {
  switch (save.kind) {
    case 'saved':
      return save.at === null ? '' : t('saved', { time: formatTime(save.at) })
    case 'saving':
      return t('saving')
    case 'unsaved':
    case 'failed':
    case 'gone':
      return t('unsaved')
    case 'opening':
    case 'not-found':
      return ''
  }
}

/** `Saved 2:02 PM`, beside Send. */
export function SaveStatus({ save }: { save: SaveState }) {
  return (
    <Box role="status" sx={{ color: 'text.secondary', typography: 'caption' }}>
      {saveStatusLabel(save)}
    </Box>
  )
}

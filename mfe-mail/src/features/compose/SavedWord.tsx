import { Box } from '@portal/shared-ui/mui'
import type { SaveState } from './draft-state.ts'
import { t } from './texts.ts'

const clock = (instant: string) => new Date(instant).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

function wordOf(save: SaveState): string {
  switch (save.kind) {
    case 'saved':
      return save.at === null ? '' : t('saved', { time: clock(save.at) })
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

/** `Saved 14:02`, beside Send. */
export function SavedWord({ save }: { save: SaveState }) {
  return (
    <Box role="status" sx={{ color: 'text.secondary', typography: 'caption' }}>
      {wordOf(save)}
    </Box>
  )
}

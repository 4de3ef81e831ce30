import { useShell } from '@portal/shared-ui'
import { Box, Button } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { permitOfRoot, useFileBrowser } from './file-browser-context.ts'

/** Shows a permit's files by folder, or all of them in one list. */
export function ListChoice() {
  const { root, place, addressOf } = useFileBrowser()
  const shell = useShell()
  if (permitOfRoot(root) === null) return null
  const choices = [
    { isAll: false, words: t('byFolder') },
    { isAll: true, words: t('allFiles') },
  ]
  return (
    <Box role="group" aria-label={t('listChoice')} sx={{ display: 'flex', gap: 1 }}>
      {choices.map(({ isAll, words }) => (
        <Button
          key={words}
          size="small"
          variant={isAll === place.isAll ? 'contained' : 'outlined'}
          aria-pressed={isAll === place.isAll}
          onClick={() => shell.navigate(addressOf({ folder: null, isAll }))}
        >
          {words}
        </Button>
      ))}
    </Box>
  )
}

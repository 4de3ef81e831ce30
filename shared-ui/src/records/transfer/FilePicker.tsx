import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { useFileDrop } from '../../uploads/use-file-drop.ts'
import { t } from './texts.ts'

/** A place to drop a table, or to choose one. */
export function FilePicker({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => {
    const file = files?.item(0)
    if (file) onFile(file)
  }
  const { isOver, zone } = useFileDrop(({ files }) => take(files))
  return (
    <Box
      {...zone}
      sx={{
        border: 2,
        borderStyle: 'dashed',
        borderColor: isOver ? 'primary.main' : 'divider',
        borderRadius: 1,
        padding: 8,
        display: 'grid',
        gap: 2,
        justifyItems: 'center',
        textAlign: 'center',
      }}
    >
      <Typography variant="subtitle1">{t('drop')}</Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '48ch' }}>{t('dropText')}</Typography>
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {t('pick')}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={t('fileInput')}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        autoComplete="off"
        hidden
        onChange={({ target }) => take(target.files)}
      />
    </Box>
  )
}

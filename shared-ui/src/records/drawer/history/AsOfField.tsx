import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { TextField } from '../../../inputs/TextField.tsx'
import { fromTypedMoment } from '../../../format/dates.ts'
import { t } from '../texts.ts'

/** Chooses a past time at which to show the record. */
export function AsOfField({ onShow }: { onShow: (asOf: string) => void }) {
  const [typed, setTyped] = useState('')
  const asOf = fromTypedMoment(typed)
  const show = () => {
    if (asOf !== null) onShow(asOf)
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        show()
      }}
      sx={{ display: 'flex', alignItems: 'end', gap: 3, paddingBottom: 4 }}
    >
      <TextField
        type="datetime-local"
        size="small"
        label={t('asOfLabel')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
        sx={{ flex: 1 }}
      />
      <Button type="submit" variant="outlined" aria-disabled={asOf === null}>
        {t('asOfShow')}
      </Button>
    </Box>
  )
}

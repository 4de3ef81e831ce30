import { QuietHours } from '@portal/contract/notifications'
import { Button, Stack, TextField } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { t } from '../../notifications/texts.ts'
import { usePreferencesChange } from './use-preferences-change.ts'

/** Offered where the user has no quiet hours. */
const usual: QuietHours = { from: '20:00', to: '07:00' }

/** The user's quiet hours; a failed save keeps what was entered. */
export function QuietHoursForm({ quietHours }: { quietHours: QuietHours | null }) {
  const [draft, setDraft] = useState(quietHours ?? usual)
  const change = usePreferencesChange(t('quietSaved'))
  const isRight = QuietHours.safeParse(draft).success
  const isChanged = quietHours?.from !== draft.from || quietHours.to !== draft.to
  const times = [
    ['from', t('quietFrom')],
    ['to', t('quietTo')],
  ] as const
  return (
    <Stack
      component="form"
      spacing={3}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isRight && isChanged && !change.isPending) change.mutate({ quietHours: draft })
      }}
    >
      <Stack direction="row" spacing={2}>
        {times.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            type="time"
            value={draft[name]}
            error={!isRight}
            helperText={isRight ? undefined : t('quietSame')}
            slotProps={{ inputLabel: { shrink: true } }}
            onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
            sx={{ flex: '0 1 160px' }}
          />
        ))}
      </Stack>
      <Stack direction="row" spacing={2}>
        <Button type="submit" variant="outlined" disabled={!isRight || !isChanged || change.isPending}>
          {t('quietSave')}
        </Button>
        {quietHours !== null && (
          <Button
            variant="outlined"
            disabled={change.isPending}
            onClick={() => change.mutate({ quietHours: null })}
          >
            {t('quietNone')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

import { conditionKinds, conditionSeverities } from '@portal/contract'
import type { LibraryCondition } from '@portal/contract'
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Stack,
  TextField,
} from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { Choice } from '../../parts/fields.tsx'
import { t } from './texts.ts'

interface EditorProps {
  /** The condition as it is; a new one is null. */
  condition: LibraryCondition | null
  isForClients: boolean
  conditions: readonly LibraryCondition[]
  onApply: (condition: LibraryCondition, isForClients: boolean) => void
  onRemove: () => void
  onClose: () => void
}

const blank: LibraryCondition = { code: '', text: '', kind: 'PRIOR_TO_ISSUE', severity: 'REQUIRED' }

/** The form of one condition. It sends nothing; Apply changes the requirements being edited. */
export function ConditionEditor({
  condition: given,
  isForClients: wasForClients,
  conditions,
  onApply,
  onRemove,
  onClose,
}: EditorProps) {
  const titleId = useId()
  const [condition, setCondition] = useState(given ?? blank)
  const [isForClients, setForClients] = useState(wasForClients)
  const [isTried, setTried] = useState(false)
  const set = (change: Partial<LibraryCondition>) => setCondition((known) => ({ ...known, ...change }))
  const isCodeWrong =
    given === null &&
    (!/^[A-Z][A-Z0-9_]*$/.test(condition.code) || conditions.some(({ code }) => code === condition.code))
  const isTextMissing = condition.text.trim() === ''
  const apply = () => {
    setTried(true)
    if (!isCodeWrong && !isTextMissing) onApply(condition, isForClients)
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>
        {given === null ? t('newConditionTitle') : t('conditionTitle', { code: given.code })}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={4} sx={{ paddingTop: 2 }}>
          {given === null && (
            <TextField
              size="small"
              label={t('code')}
              required
              value={condition.code}
              error={isTried && isCodeWrong}
              helperText={t('codeHint')}
              onChange={({ target }) =>
                set({ code: target.value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') })
              }
              slotProps={{ htmlInput: { maxLength: 60 } }}
            />
          )}
          <TextField
            size="small"
            label={t('text')}
            required
            multiline
            value={condition.text}
            error={isTried && isTextMissing}
            onChange={({ target }) => set({ text: target.value })}
            slotProps={{ htmlInput: { maxLength: 2_000 } }}
          />
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <Choice
              label={t('kind')}
              value={condition.kind}
              options={conditionKinds.map((kind) => [kind, t(`kind_${kind}`)] as const)}
              onChange={(kind) => set({ kind })}
            />
            <Choice
              label={t('severity')}
              value={condition.severity}
              options={conditionSeverities.map((severity) => [severity, t(`severity_${severity}`)] as const)}
              onChange={(severity) => set({ severity })}
            />
          </Box>
          <FormControlLabel
            label={t('forClientsHint')}
            control={
              <Checkbox size="small" checked={isForClients} onChange={(_, isOn) => setForClients(isOn)} />
            }
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        {given !== null && (
          <Button color="error" sx={{ marginInlineEnd: 'auto' }} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" onClick={apply}>
          {t('apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

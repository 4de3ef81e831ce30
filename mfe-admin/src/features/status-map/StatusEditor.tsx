import {
  StatusKey,
  buckets,
  colourTokens,
  courts,
  courtsByRule,
  labelOfCode,
  screenLabel,
  pipelineStages,
  symbols,
  systemStatus,
  statusRecipients,
} from '@portal/contract'
import type { PermitStatus } from '@portal/contract'
import { StatusChip } from '@portal/shared-ui'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
} from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { t as words } from '../../texts.ts'
import { Choice } from '../../parts/Choice.tsx'
import { Several, Whole } from './fields.tsx'
import { labelOf } from './format-map.ts'
import { StepsEditor, guardOptions } from './StepsEditor.tsx'
import { t } from './texts.ts'

const keeps = 'KEEPS'
const stageOptions = () => [
  ...pipelineStages.map((stage) => [stage, screenLabel(labelOfCode(stage))] as const),
  [keeps, t('keepsStage')] as const,
]
const toldOptions = () => statusRecipients.map((who) => [who, t(`notify_${who}`)] as const)

interface EditorProps {
  /** The current status; a new one has no key yet. */
  status: PermitStatus
  statuses: readonly PermitStatus[]
  onApply: (status: PermitStatus) => void
  onRemove: () => void
  onClose: () => void
}

/** The form of one status. It sends nothing; Apply changes the map being edited. */
export function StatusEditor({ status: given, statuses, onApply, onRemove, onClose }: EditorProps) {
  const titleId = useId()
  const [status, setStatus] = useState(given)
  const [isTried, setTried] = useState(false)
  const set = (change: Partial<PermitStatus>) => setStatus((known) => ({ ...known, ...change }))
  const isNew = given.key === ''
  const isHold = status.key === 'ON_HOLD'
  const isKeyWrong =
    isNew && (!StatusKey.safeParse(status.key).success || statuses.some(({ key }) => key === status.key))
  const isIncomplete = isKeyWrong || status.label.trim() === '' || status.clientLabel.trim() === ''
  const setBucket = (bucket: PermitStatus['bucket']) =>
    set(
      bucket === 'processed'
        ? { bucket, stage: 'POST_DECISION', court: 'NONE' }
        : {
            bucket,
            ...(status.stage === 'POST_DECISION' && { stage: 'PREPARATION' }),
            ...(status.court === 'NONE' && { court: 'OURS' }),
          },
    )
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>
        {isNew ? t('newTitle') : t('editTitle', { status: labelOf(given) })}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={4} sx={{ paddingTop: 2 }}>
          <Box>
            <StatusChip
              label={labelOf(status) || t('newStatus')}
              colour={status.colour}
              symbol={status.icon}
            />
          </Box>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {isNew && (
              <TextField
                size="small"
                label={t('key')}
                required
                value={status.key}
                error={isTried && isKeyWrong}
                helperText={t('keyHint')}
                onChange={({ target }) =>
                  set({ key: target.value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') })
                }
                slotProps={{ htmlInput: { maxLength: 40 } }}
              />
            )}
            {(['label', 'clientLabel'] as const).map((name) => (
              <TextField
                key={name}
                size="small"
                label={t(name)}
                required
                value={status[name]}
                error={isTried && status[name].trim() === ''}
                onChange={({ target }) => set({ [name]: target.value })}
                slotProps={{ htmlInput: { maxLength: name === 'label' ? 60 : 80 } }}
              />
            ))}
            {(['labelEs', 'clientLabelEs'] as const).map((name) => (
              <TextField
                key={name}
                size="small"
                label={t(name)}
                value={status[name] ?? ''}
                helperText={t('spanishHint')}
                onChange={({ target }) => set({ [name]: target.value })}
                slotProps={{ htmlInput: { maxLength: name === 'labelEs' ? 60 : 80, lang: 'es' } }}
              />
            ))}
            <Choice
              label={t('bucket')}
              value={status.bucket}
              options={buckets.map((bucket) => [bucket, words(bucket)])}
              disabled={status.system}
              onChange={setBucket}
            />
            <Choice
              label={t('stage')}
              value={status.stage ?? keeps}
              options={isHold ? stageOptions() : stageOptions().slice(0, -1)}
              disabled={isHold}
              onChange={(stage) => set({ stage: stage === keeps ? null : stage })}
            />
            <Choice
              label={t('court')}
              value={status.court}
              options={courts.map((court) => [court, words(`court_${court}`)])}
              disabled={courtsByRule.includes(status.key)}
              onChange={(court) => set({ court })}
            />
            <Choice
              label={t('colour')}
              value={status.colour}
              options={colourTokens.map((colour) => [colour, t(`colour_${colour}`)])}
              onChange={(colour) => set({ colour })}
            />
            <Choice
              label={t('icon')}
              value={status.icon}
              options={symbols.map((icon) => [icon, t(`icon_${icon}`)])}
              onChange={(icon) => set({ icon })}
            />
            <Whole
              label={t('order')}
              value={status.order + 1}
              onChange={(place) => set({ order: Math.max(0, (place ?? 1) - 1) })}
            />
            <Whole label={t('slaDays')} value={status.slaDays} onChange={(slaDays) => set({ slaDays })} />
            <Whole
              label={t('staleAfterDays')}
              value={status.staleAfterDays}
              onChange={(staleAfterDays) => set({ staleAfterDays })}
            />
          </Box>
          <Several
            label={t('requires')}
            values={status.requires}
            options={guardOptions()}
            fixed={systemStatus(status.key)?.requires ?? []}
            onChange={(requires) => set({ requires })}
          />
          <Several
            label={t('notify')}
            values={status.notify}
            options={toldOptions()}
            onChange={(notify) => set({ notify })}
          />
          <StepsEditor status={status} statuses={statuses} onChange={(next) => set({ next })} />
        </Stack>
      </DialogContent>
      <DialogActions>
        {!isNew && !status.system && (
          <Button variant="outlined" color="error" sx={{ marginInlineEnd: 'auto' }} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={() => {
            setTried(true)
            if (!isIncomplete) onApply(status)
          }}
        >
          {t('apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

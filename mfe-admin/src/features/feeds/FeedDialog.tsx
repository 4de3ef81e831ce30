import { feedDialects, feedFields, hasDataset } from '@portal/contract/authority-feeds'
import type { AuthoritySource } from '@portal/contract/authority-feeds'
import { feedPresets } from '@portal/contract/authority-presets'
import { FormDialog, PickerField, useChange } from '@portal/shared-ui'
import { Box, Button, Checkbox, FormControlLabel, TextField, Typography } from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { Choice } from '../../parts/fields.tsx'
import { bodyOf, draftOf, emptyDraft, withPreset, withStatusWords } from './feed-draft.ts'
import type { FeedDraft } from './feed-draft.ts'
import { changeFeed, createFeed, feedsKey, tryFeed } from './feeds.queries.ts'
import { StatusWords } from './StatusWords.tsx'
import { t } from './texts.ts'
import { Trial } from './Trial.tsx'

const twoColumns = { display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const

interface FeedDialogProps {
  /** The feed to change; null for a new one. */
  source: AuthoritySource | null
  onClose: () => void
}

/** Saves a new feed or the changes of one. */
function saveFeed(source: AuthoritySource | null, draft: FeedDraft): Promise<unknown> {
  const { isActive: _isActive, ...body } = bodyOf(draft)
  return source === null
    ? createFeed({ ...body, isActive: true })
    : changeFeed({ pid: source.pid, version: source.version, ...body })
}

/** Sets up the feed of an agency. “Try it” shows its first rows before anything is saved. */
export function FeedDialog({ source, onClose }: FeedDialogProps) {
  const [draft, setDraft] = useState<FeedDraft>(source === null ? emptyDraft : draftOf(source))
  const [wasTried, setTried] = useState(false)
  const discoversId = useId()
  const change = (part: Partial<FeedDraft>) => setDraft((before) => ({ ...before, ...part }))
  const text = (name: 'address' | 'dataset' | 'token' | 'intervalMinutes' | 'staleAfterDays') => ({
    label: t(`setup_${name}`),
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const save = useChange(
    (given: FeedDraft) => saveFeed(source, given),
    { stale: [feedsKey], failed: t('saveFailed') },
    { done: t('saved'), onDone: onClose, tellsFailure: true },
  )
  const trial = useChange(
    (given: FeedDraft) => tryFeed({ ...bodyOf(given), ...(source !== null && { source: source.pid }) }),
    { stale: [], failed: t('tryFailed') },
    {
      tellsFailure: true,
      onDone: ({ statuses }) =>
        setDraft((before) =>
          withStatusWords(
            before,
            statuses.map(({ status }) => status),
          ),
        ),
    },
  )
  const isMissing = (value: string) => wasTried && value.trim() === ''
  const submit = () => {
    setTried(true)
    const needed = [draft.address, draft.fields.number, draft.fields.status]
    if (draft.authority !== null && needed.every((value) => value.trim() !== '')) save.mutate(draft)
  }
  return (
    <FormDialog
      wide
      title={source === null ? t('add') : t('change', { authority: source.authority.title })}
      text={t('setupText')}
      action={t('save')}
      isBusy={save.isPending}
      failure={save.error?.message ?? trial.error?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      {source === null && (
        <Choice
          label={t('preset')}
          value=""
          options={[['', t('noPreset')], ...feedPresets.map(({ key, label }) => [key, label] as const)]}
          onChange={(key) => {
            const preset = feedPresets.find((each) => each.key === key)
            if (preset !== undefined) setDraft(withPreset(draft, preset))
          }}
        />
      )}
      <PickerField
        label={t('agency')}
        ground="portal.raised"
        to="authorities"
        isRequired
        value={draft.authority}
        onChange={(authority) => change({ authority })}
        problem={wasTried && draft.authority === null ? t('required') : null}
      />
      <Box sx={twoColumns}>
        <Choice
          label={t('dialect')}
          value={draft.dialect}
          options={feedDialects.map((dialect) => [dialect, t(`dialect_${dialect}`)] as const)}
          onChange={(dialect) => change({ dialect })}
        />
        {hasDataset(draft.dialect) && <TextField size="small" {...text('dataset')} />}
      </Box>
      <TextField
        {...text('address')}
        required
        error={isMissing(draft.address)}
        helperText={isMissing(draft.address) ? t('required') : t('addressHint')}
      />
      <TextField
        {...text('token')}
        type="password"
        helperText={source?.hasToken === true ? t('tokenKept') : t('tokenHint')}
      />
      <Box component="fieldset" sx={{ ...twoColumns, border: 0, margin: 0, padding: 0 }}>
        <Box component="legend" sx={{ padding: 0, paddingBottom: 3, fontWeight: 550 }}>
          {t('columnsOf')}
        </Box>
        {feedFields.map((name) => {
          const isRequired = name === 'number' || name === 'status'
          const missing = isRequired && isMissing(draft.fields[name])
          return (
            <TextField
              key={name}
              size="small"
              label={t(`field_${name}`)}
              required={isRequired}
              error={missing}
              helperText={missing ? t('required') : undefined}
              value={draft.fields[name]}
              onChange={({ target }) => change({ fields: { ...draft.fields, [name]: target.value } })}
            />
          )
        })}
      </Box>
      <Box>
        <Button variant="outlined" loading={trial.isPending} onClick={() => trial.mutate(draft)}>
          {t('tryIt')}
        </Button>
      </Box>
      {trial.data !== undefined && <Trial result={trial.data} />}
      <StatusWords statuses={draft.statuses} onChange={(statuses) => change({ statuses })} />
      <Box sx={twoColumns}>
        <TextField size="small" type="number" {...text('intervalMinutes')} />
        <TextField size="small" type="number" {...text('staleAfterDays')} />
      </Box>
      <Box>
        <FormControlLabel
          control={
            <Checkbox
              checked={draft.discovers}
              onChange={(_event, discovers) => change({ discovers })}
              input={{ 'aria-describedby': discoversId }}
            />
          }
          label={t('discovers')}
        />
        <Typography id={discoversId} variant="body2" sx={{ color: 'text.secondary' }}>
          {t('discoversText')}
        </Typography>
      </Box>
    </FormDialog>
  )
}

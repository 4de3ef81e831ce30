import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useAtomValue } from 'jotai'
import { findField, plainNote } from '@portal/contract'
import type { Declaration, FieldChange, HistoryEntry } from '@portal/contract'
import { dateTimeTooltip, formatDateTime } from '../../../format/dates.ts'
import { currencyAtom } from '../../../portal/configuration.ts'
import { ValueOrEmpty } from '../../edit/ValueOrEmpty.tsx'
import { toForm } from '../../edit/form-values.ts'
import { isEditable } from '../../edit/may-write.ts'
import { labelOf } from '../../declaration/label-of.ts'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { differing } from './array-difference.ts'
import { t } from '../texts.ts'

export interface HistoryItemProps {
  declaration: Declaration
  entry: HistoryEntry
  /** Name of the only field to show; empty for all fields. */
  only: string
  form: RecordForm
  /** Shows the record as it was after this event. */
  onShowAsOf: (asOf: string) => void
}

function sentenceFor(declaration: Declaration, { action, by, changes }: HistoryEntry): string {
  const who = by?.title ?? t('system')
  const [first] = changes
  switch (action) {
    case 'create':
      return t('didCreate', { who })
    case 'import':
      return t('didImport', { who })
    case 'update': {
      const what =
        changes.length === 1 && first !== undefined
          ? labelOf(declaration, first.field)
          : t('fieldsChanged', { count: changes.length })
      return t('didUpdate', { who, what })
    }
    case 'delete':
      return t('didDelete', { who })
    case 'restore':
      return t('didRestore', { who })
    case 'transition':
      return t('didTransition', { who })
    case 'undo':
      return t('didUndo', { who })
    case 'merge':
      return t('didMerge', { who })
    case 'read':
      return t('didRead', { who })
    case 'note':
      if (first?.to === null || first?.to === undefined) return t('didDeleteNote', { who })
      return first.from === null || first.from === undefined
        ? t('didAddNote', { who })
        : t('didEditNote', { who })
    default:
      return t('didOther', { who })
  }
}

/** The reason given for the change, if any. It is shown beside the change and not as a field. */
function reasonOf(declaration: Declaration, { action, changes }: HistoryEntry): string | null {
  const told = changes.find(({ field }) => field === 'reason')?.to
  const isTold = action === 'transition' || findField(declaration, 'reason') === undefined
  return isTold && typeof told === 'string' ? told : null
}

/**
 * The changes shown for an event. A transition shows only the changed status; the filter by field shows
 * derived changes (stage, turn, clocks).
 */
function shownChanges(declaration: Declaration, entry: HistoryEntry, only: string): readonly FieldChange[] {
  if (only !== '') return entry.changes.filter(({ field }) => field === only)
  if (entry.action === 'transition' || entry.action === 'undo') {
    const status = entry.changes.filter(({ field }) => field === 'status')
    return status.length > 0 || entry.action === 'transition' ? status : entry.changes
  }
  return reasonOf(declaration, entry) === null
    ? entry.changes
    : entry.changes.filter(({ field }) => field !== 'reason')
}

/** One event: who did what, when and why, with the old and new value of each field side by side. */
export function HistoryItem({ declaration, entry, only, form, onShowAsOf }: HistoryItemProps) {
  const changes = shownChanges(declaration, entry, only)
  const reason = reasonOf(declaration, entry)
  const showsValues = entry.action !== 'create' && entry.action !== 'import' && entry.action !== 'read'
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <Box sx={{ fontWeight: 550 }}>{sentenceFor(declaration, entry)}</Box>
        <Button
          size="small"
          color="inherit"
          title={dateTimeTooltip(entry.at)}
          aria-label={t('asOfThis', { at: formatDateTime(entry.at) })}
          onClick={() => onShowAsOf(entry.at)}
          sx={{
            color: 'text.secondary',
            fontWeight: 'inherit',
            paddingInline: 1,
            marginInline: -1,
            textDecoration: 'underline dotted',
          }}
        >
          <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        </Button>
      </Box>
      {reason !== null && <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-wrap' }}>{reason}</Box>}
      {showsValues &&
        changes.map((change) => (
          <Change key={change.field} declaration={declaration} change={change} form={form} />
        ))}
    </Box>
  )
}

function Change({
  declaration,
  change,
  form,
}: {
  declaration: Declaration
  change: FieldChange
  form: RecordForm
}) {
  const currency = useAtomValue(currencyAtom)
  const declared = findField(declaration, change.field)
  const label = change.field === 'note' ? t('note') : labelOf(declaration, change.field)
  const mayRestore = declared !== undefined && form.readOnly === null && isEditable(declared, form.actor)
  const isTold = declared?.told !== undefined
  // A note or a condition is not a field: its own text is shown.
  const hasWords = (value: unknown): value is string => declared === undefined && typeof value === 'string'
  const side = (name: string, value: unknown) => (
    <Box sx={{ minWidth: 0, whiteSpace: 'pre-wrap', maxHeight: 160, overflowY: 'auto' }}>
      <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>{name}</Box>
      {hasWords(value) ? (
        <span>{change.field === 'note' ? plainNote(value) : value}</span>
      ) : (
        change.field !== 'note' && <ValueOrEmpty declared={declared} value={value} />
      )}
    </Box>
  )
  return (
    <Box sx={{ borderLeft: 3, borderColor: 'divider', paddingInlineStart: 3, marginTop: 2 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          color: 'text.secondary',
        }}
      >
        <span>{label}</span>
        {mayRestore && (
          <Button
            size="small"
            color="inherit"
            aria-label={t('restoreField', { label })}
            onClick={() => form.set(change.field, toForm(declared, change.from, currency))}
          >
            {t('restore')}
          </Button>
        )}
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
        {side(t('before'), isTold ? differing(change.from, change.to) : change.from)}
        {side(t('after'), isTold ? differing(change.to, change.from) : change.to)}
      </Box>
    </Box>
  )
}

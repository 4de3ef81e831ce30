import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { LocalDate, dayIn, daysBetween, isClosedRecord } from '@portal/contract'
import { useAtomValue } from 'jotai'
import { Icon } from '../../icons/Icon.tsx'
import { OptionChip } from '../../icons/OptionChip.tsx'
import { symbolPaths } from '../../icons/symbols.ts'
import { clamped } from '../../layout/clamped.ts'
import { numberOf, optionOf, titleOf } from '../declaration/record-title.ts'
import { todayAtom, zoneAtom } from '../../session/today.ts'
import { t } from '../texts.ts'
import { PresenceLine } from '../../presence/PresenceLine.tsx'
import { HeadAssignee } from './HeadAssignee.tsx'
import { HeadPanels } from './HeadPanels.tsx'
import { RecordActions } from './RecordActions.tsx'

export interface RecordHeaderProps {
  declaration: Declaration
  record: AnyRecord
  actor: Actor
  /** Id of the title element, which names the dialog. */
  titleId: string
  readOnly: boolean
  /** The open tab. */
  tab: string
  /** Fields with unsaved input. */
  changed: readonly string[]
}

const dayOf = (value: unknown): LocalDate | null => {
  const parsed = LocalDate.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** True if the tab has its own step buttons, so that the head does not repeat them. */
const hasOwnSteps = ({ stepTabs = [] }: Declaration, tab: string) =>
  tab === 'Processing status' || stepTabs.some((stepTab) => stepTab === tab)

/**
 * Days from the receipt of a record until today, or until it was issued or closed; null if a date is missing.
 */
function wholeProcess(
  declaration: Declaration,
  record: AnyRecord,
  today: LocalDate,
): { days: number; isOver: boolean } | null {
  const received = dayOf(record['receivedDate'])
  const isOver = isClosedRecord(declaration, record)
  const end = isOver ? (dayOf(record['issuedDate']) ?? dayOf(record['closedDate'])) : today
  return received === null || end === null ? null : { days: daysBetween(received, end), isOver }
}

/** The head of a record: number, title, status, who must act, and for how long. */
export function RecordHeader({
  declaration,
  record,
  actor,
  titleId,
  readOnly,
  tab,
  changed,
}: RecordHeaderProps) {
  const title = titleOf(declaration, record)
  const number = numberOf(declaration, record)
  const status = optionOf(declaration.fields['status'], record['status'])
  const court = optionOf(declaration.fields['court'], record['court'])
  const since = record['statusChangedAt']
  const [day, zone] = [useAtomValue(todayAtom), useAtomValue(zoneAtom)]
  const days = typeof since === 'string' ? daysBetween(dayIn(zone, new Date(since)), day) : null
  const whole = wholeProcess(declaration, record, day)
  return (
    <Box sx={{ paddingInline: 5, paddingBottom: 3 }}>
      {number !== null && (
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
          {number}
        </Typography>
      )}
      <Typography id={titleId} component="h2" variant="h1" tabIndex={-1} title={title} sx={clamped(3)}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          paddingTop: 2,
          color: 'text.secondary',
        }}
      >
        {status !== undefined && <OptionChip option={status} />}
        {court !== undefined && court.code !== 'NONE' && (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <Icon path={symbolPaths[court.symbol ?? 'flag']} size={14} />
            {t('whoseTurn', { court: court.label })}
          </Box>
        )}
        {days !== null && days >= 0 && <span>{t('daysInState', { count: days })}</span>}
        {whole !== null && whole.days >= 0 && (
          <span>{t(whole.isOver ? 'daysTaken' : 'daysInProcess', { count: whole.days })}</span>
        )}
        <HeadAssignee declaration={declaration} record={record} actor={actor} />
      </Box>
      <PresenceLine declaration={declaration} pid={record.pid} changed={changed} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '&:not(:empty)': { paddingTop: 2 } }}>
        <HeadPanels
          declaration={declaration}
          record={record}
          readOnly={readOnly}
          hasOwnSteps={hasOwnSteps(declaration, tab)}
        />
        <RecordActions collection={declaration.name} pid={record.pid} record={record} readOnly={readOnly} />
      </Box>
    </Box>
  )
}

import { momentAt, wallTimeIn } from '@portal/contract'
import type { LocalDate, TimeZone } from '@portal/contract'
import type { CalendarEntry } from '@portal/contract/calendar'
import { crud, formatDay, recordShape, refreshAllRecords, useShell, zoneAtom } from '@portal/shared-ui'
import { useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { undoShownMs } from '../../steps/use-undo-step.ts'
import { dateLabel } from './entry-labels.ts'
import { t } from './texts.ts'

/** The value of the field on another day. A date with a time keeps its time of day. */
export function valueOn(entry: Pick<CalendarEntry, 'at'>, day: LocalDate, zone: TimeZone): string {
  if (entry.at === null) return day
  const { time } = wallTimeIn(zone, new Date(entry.at))
  return momentAt(zone, `${day}T${time}`)?.toISOString() ?? entry.at
}

/**
 * Moves a date to another day by a patch of the version that is shown, and offers to take it back. A record
 * that someone else changed meanwhile keeps their change.
 */
export function useMoveDate() {
  const shell = useShell()
  const queryClient = useQueryClient()
  const zone = useAtomValue(zoneAtom)
  const [pending, setPending] = useState<ReadonlyMap<string, LocalDate>>(new Map())

  const write = async (entry: CalendarEntry, version: number, value: string) => {
    const { collection, pid, field } = entry
    const saved = await crud(
      {
        apiPath: `/${collection}/${encodeURIComponent(pid)}`,
        method: 'PATCH',
        body: { version, [field]: value },
      },
      recordShape,
    )
    return saved.version
  }
  const fail = (entry: CalendarEntry, error: unknown) =>
    shell.toast({
      title: t('notMoved', { title: entry.title, date: dateLabel(entry) }),
      description: error instanceof Error ? error.message : String(error),
      colour: 'red',
      durationMs: undoShownMs,
    })
  const takeBack = async (entry: CalendarEntry, version: number) => {
    try {
      await write(entry, version, entry.at ?? entry.day)
      shell.toast({
        title: t('movedBack', { title: entry.title, date: dateLabel(entry), day: formatDay(entry.day) }),
      })
    } catch (error) {
      fail(entry, error)
    }
    await refreshAllRecords(queryClient)
  }
  const move = async (entry: CalendarEntry, day: LocalDate) => {
    if (day === entry.day) return
    setPending((before) => new Map(before).set(entry.id, day))
    try {
      const version = await write(entry, entry.version, valueOn(entry, day, zone))
      shell.toast({
        title: t('moved', { title: entry.title, date: dateLabel(entry), day: formatDay(day) }),
        action: { label: t('undo'), onAct: () => void takeBack(entry, version) },
        durationMs: undoShownMs,
      })
    } catch (error) {
      fail(entry, error)
    }
    await refreshAllRecords(queryClient)
    setPending((before) => new Map([...before].filter(([id]) => id !== entry.id)))
  }
  return { move, pending }
}

export type MoveDate = ReturnType<typeof useMoveDate>

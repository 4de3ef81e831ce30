import { HolidayFileDays, maxClosedDays, maxHolidayFileLength } from '@portal/contract'
import { crud, useShell } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { useMutation } from '@portal/shared-ui/query'
import { useRef } from 'react'
import { t } from '../../../texts.ts'

async function readHolidays(file: File): Promise<HolidayFileDays> {
  // A character takes at most four bytes.
  if (file.size > maxHolidayFileLength * 4) throw new Error(t('holidayFileTooLong'))
  const text = await file.text()
  return crud({ apiPath: '/calendar/holidays', method: 'POST', body: { text } }, HolidayFileDays)
}

/** Reads the days of a calendar file. They are added to the form and kept when it is saved. */
export function HolidayFileButton({
  closedDays,
  onDays,
}: {
  closedDays: readonly string[]
  onDays: (days: string[]) => void
}) {
  const shell = useShell()
  const input = useRef<HTMLInputElement>(null)
  const reading = useMutation({
    mutationFn: readHolidays,
    onSuccess: ({ days }) => {
      const added = days.map(({ day }) => day).filter((day) => !closedDays.includes(day))
      if (closedDays.length + added.length > maxClosedDays)
        return shell.toast({ title: t('holidayFileFull'), colour: 'red' })
      if (added.length > 0) onDays(added)
      shell.toast({
        title: added.length === 0 ? t('holidayFileNothing') : t('holidayFileRead', { count: added.length }),
      })
    },
    onError: (error) =>
      shell.toast({ title: t('holidayFileFailed'), description: error.message, colour: 'red' }),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".ics,text/calendar"
        aria-label={t('holidayFile')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) reading.mutate(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button
        variant="outlined"
        title={t('holidayFileHint')}
        disabled={reading.isPending}
        onClick={() => input.current?.click()}
      >
        {t('holidayFile')}
      </Button>
    </>
  )
}

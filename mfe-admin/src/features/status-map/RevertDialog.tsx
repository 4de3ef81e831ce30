import type { StatusMapSettings } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { useState } from 'react'
import { Choice } from '../../parts/fields.tsx'
import { labelOf } from './format-map.ts'
import { NoteField } from '../../parts/NoteField.tsx'
import { useOvertaken } from '../../parts/use-overtaken.ts'
import { targetsOf } from './targets.ts'
import { t } from './texts.ts'
import type { StatusMapEditing } from './use-status-map.ts'

interface RevertProps {
  editing: StatusMapEditing
  version: StatusMapSettings['versions'][number]
  onClose: () => void
}

/** Activates an earlier map, and asks for the new status of permits whose status it lacks. */
export function RevertDialog({ editing, version: { number, keys }, onClose }: RevertProps) {
  const { revert, settings } = editing
  const [note, setNote] = useState('')
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const staying = settings.statuses.filter(({ key }) => keys.includes(key))
  const going = settings.statuses
    .filter(({ key }) => !keys.includes(key))
    .map((status) => ({
      status,
      targets: targetsOf(status, staying),
      count: settings.counts[status.key] ?? 0,
    }))
  const remap = Object.fromEntries(
    going.flatMap(({ status: { key }, targets }) => {
      const to = chosen[key] ?? targets[0]?.key
      return to === undefined ? [] : [[key, to]]
    }),
  )
  const reverting = useMutation({ mutationFn: () => revert(number, note, remap) })
  const failure = useOvertaken(settings, reverting, t('conflict'), onClose)
  return (
    <FormDialog
      title={t('revertTitle', { number })}
      text={t('revertText')}
      action={t('revert')}
      isBusy={reverting.isPending}
      failure={failure}
      onSubmit={() => reverting.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {going.map(({ status, targets, count }) => (
        <Choice
          key={status.key}
          label={t('revertTo', { status: labelOf(status), count })}
          value={remap[status.key] ?? ''}
          options={targets.map((target) => [target.key, labelOf(target)])}
          onChange={(to) => setChosen({ ...chosen, [status.key]: to })}
        />
      ))}
      <NoteField label={t('note')} value={note} onChange={setNote} />
    </FormDialog>
  )
}

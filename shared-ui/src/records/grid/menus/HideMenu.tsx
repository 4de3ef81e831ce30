import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import InputAdornment from '@mui/material/InputAdornment'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { foldText } from '@portal/contract'
import { registerTexts } from '../../../i18n/texts.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { mdiMagnify } from '../../../icons/paths.ts'
import { OutlinedInput } from '../../../inputs/InputBase.tsx'
import { Switch } from '../../../inputs/switches.tsx'
import { isRemoteColumn } from '../table-columns.ts'
import type { TableColumn } from '../table-columns.ts'
import { MenuFrame } from './MenuFrame.tsx'
import { moved, OrderedRows } from './OrderedRows.tsx'
import { useRecordPage } from '../../page/record-page-context.ts'

const t = registerTexts('record columns', {
  find: 'Find a column',
  shown: 'Shown columns, in order',
  hidden: 'Hidden columns',
  reset: 'Reset to default',
  last: 'Keep at least one column.',
  lastField: 'Keep at least one column that does not come from a module.',
  noneFound: 'No matches.',
})

/** Which columns the table shows and in which order. Applies at once, and is remembered. */
export default function HideMenu() {
  const { columns: fields, tableColumns: columns, allTableColumns, table, remember } = useRecordPage()
  const [wanted, setWanted] = useState('')
  const { hide } = table.shown
  const isWanted = ({ label }: TableColumn) => foldText(label).includes(foldText(wanted.trim()))
  const shown = columns.filter(isWanted)
  const hidden = allTableColumns
    .filter((column) => !columns.some(({ name }) => name === column.name))
    .filter(isWanted)

  const apply = (change: { hide: readonly string[]; order: readonly string[] }) => {
    table.show(change, { replace: true })
    remember({ hide: [...change.hide], order: [...change.order] })
  }
  const names = columns.map(({ name }) => name)
  const hideOne = (name: string) =>
    apply({ hide: [...hide, name], order: names.filter((each) => each !== name) })
  const showOne = (name: string) =>
    apply({ hide: hide.filter((each) => each !== name), order: [...names, name] })
  const move = (from: number, to: number) => {
    const [moving, target] = [shown[from], shown[to]]
    if (moving === undefined || target === undefined) return
    apply({ hide, order: moved(names, names.indexOf(moving.name), names.indexOf(target.name)) })
  }
  const rows = shown.map((column) => ({
    key: column.name,
    label: column.label,
    content: (
      <ColumnSwitch
        label={column.label}
        isShown
        isFixed={fields.length === 1 && !isRemoteColumn(column)}
        onChange={() => hideOne(column.name)}
      />
    ),
  }))
  const foot = (
    <Button
      variant="outlined"
      disabled={hide.length === 0 && table.shown.order.length === 0}
      onClick={() => apply({ hide: [], order: [] })}
    >
      {t('reset')}
    </Button>
  )
  return (
    <MenuFrame width={380} foot={foot}>
      <OutlinedInput
        size="small"
        value={wanted}
        placeholder={t('find')}
        onChange={({ target }) => setWanted(target.value)}
        inputProps={{ 'aria-label': t('find') }}
        startAdornment={
          <InputAdornment position="start">
            <Icon path={mdiMagnify} />
          </InputAdornment>
        }
      />
      {shown.length > 0 && (
        <section>
          <Typography variant="subtitle2">{t('shown')}</Typography>
          <OrderedRows label={t('shown')} rows={rows} onMove={move} />
          {fields.length === 1 && (
            <Typography color="textSecondary">{t(columns.length === 1 ? 'last' : 'lastField')}</Typography>
          )}
        </section>
      )}
      {hidden.length > 0 && (
        <section>
          <Typography variant="subtitle2">{t('hidden')}</Typography>
          {hidden.map(({ name, label }) => (
            <div key={name}>
              <ColumnSwitch label={label} isShown={false} isFixed={false} onChange={() => showOne(name)} />
            </div>
          ))}
        </section>
      )}
      {shown.length + hidden.length === 0 && <Typography color="textSecondary">{t('noneFound')}</Typography>}
    </MenuFrame>
  )
}

interface ColumnSwitchProps {
  label: string
  isShown: boolean
  isFixed: boolean
  onChange: () => void
}

function ColumnSwitch({ label, isShown, isFixed, onChange }: ColumnSwitchProps) {
  return (
    <FormControlLabel
      label={label}
      control={<Switch size="small" checked={isShown} disabled={isFixed} onChange={onChange} />}
      sx={{ marginLeft: 0, gap: 2, flex: 1, minHeight: 36 }}
    />
  )
}

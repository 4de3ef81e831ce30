import { mdiArrowDown, mdiArrowUp } from '@mdi/js'
import {
  CollectionName,
  collectionNames,
  collections,
  findField,
  isReadByClients,
  isVisibleField,
  screenLabelOf,
} from '@portal/contract'
import type { ColumnConfig } from '@portal/contract'
import { Icon } from '@portal/shared-ui'
import {
  Box,
  Checkbox,
  FormControl,
  IconButton,
  InputBase,
  InputLabel,
  MenuItem,
  Select,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@portal/shared-ui/mui'
import { useSearchParams } from '@portal/shared-ui/router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '../../../texts.ts'
import { collectionLabel, typeLabel } from '../../../words/names.ts'
import { RemoveField } from './RemoveField.tsx'
import { RemovedFieldList } from './RemovedFieldList.tsx'
import type { Settings } from '../use-settings.ts'

interface ColumnRowProps {
  column: ColumnConfig
  isChanged: boolean
  onSet: (property: 'label' | 'labelEs' | 'is_visible' | 'table_view' | 'masked', value: unknown) => void
  /** Whether clients see the field; null when clients cannot read the collection. */
  isForClients: boolean | null
  /** Absent when the column cannot move further. */
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  /** The remove action of an added field; declared fields have none. */
  removal?: ReactNode
}

interface LabelInputProps extends Pick<ColumnRowProps, 'column' | 'onSet'> {
  property: 'label' | 'labelEs'
}

/** The heading of a column in one language, applied on blur or Enter. The English heading cannot be empty. */
function LabelInput({ column, property, onSet }: LabelInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const value = column[property] ?? ''
  const leave = () => {
    const label = (typed ?? '').trim()
    if (typed !== null && (label !== '' || property === 'labelEs') && label !== value) onSet(property, label)
    setTyped(null)
  }
  return (
    <InputBase
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave()
      }}
      inputProps={{
        'aria-label': t(property === 'label' ? 'labelOf' : 'labelEsOf', { column: column.name }),
        lang: property === 'label' ? 'en' : 'es',
        maxLength: 100,
      }}
      sx={{
        width: '100%',
        fontWeight: 550,
        paddingInline: 1,
        border: 1,
        borderColor: 'portal.edge',
        borderRadius: 1,
      }}
    />
  )
}

function ColumnRow({ column, isChanged, onSet, isForClients, onUp, onDown, removal }: ColumnRowProps) {
  const heading = screenLabelOf(column.label, column.labelEs)
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <LabelInput column={column} property="label" onSet={onSet} />
          {isChanged && (
            <Box component="span" title={t('changed')} sx={{ color: 'warning.main', fontWeight: 700 }}>
              *
            </Box>
          )}
        </Box>
      </TableCell>
      <TableCell>
        <LabelInput column={column} property="labelEs" onSet={onSet} />
      </TableCell>
      <TableCell data-part="detail">{column.name}</TableCell>
      <TableCell data-part="detail">{typeLabel(column.type)}</TableCell>
      <TableCell>
        <Checkbox
          checked={column.is_visible}
          onChange={(_event, checked) => onSet('is_visible', checked)}
          input={{ 'aria-label': t('shownByDefaultOf', { column: heading }) }}
        />
      </TableCell>
      <TableCell>
        <Checkbox
          checked={column.table_view}
          onChange={(_event, checked) => onSet('table_view', checked)}
          input={{ 'aria-label': t('inTablesOf', { column: heading }) }}
        />
      </TableCell>
      {isForClients !== null && (
        <TableCell>
          {column.masked === undefined ? (
            t(isForClients ? 'yes' : 'no')
          ) : (
            <Checkbox
              checked={isForClients}
              onChange={(_event, checked) => onSet('masked', !checked)}
              input={{ 'aria-label': t('forClientsOf', { column: heading }) }}
            />
          )}
        </TableCell>
      )}
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        <IconButton
          size="small"
          aria-label={t('moveUp', { column: heading })}
          disabled={onUp === undefined}
          onClick={onUp}
        >
          <Icon path={mdiArrowUp} size={16} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('moveDown', { column: heading })}
          disabled={onDown === undefined}
          onClick={onDown}
        >
          <Icon path={mdiArrowDown} size={16} />
        </IconButton>
        {removal}
      </TableCell>
    </TableRow>
  )
}

/** The configuration decides for an added field, the declaration for a declared one. */
function isSeenByClients(collection: CollectionName, { name, masked }: ColumnConfig): boolean {
  const declared = findField(collections[collection], name)
  return masked === undefined
    ? declared === undefined || isVisibleField(declared, { role: 'client' })
    : !masked
}

function ColumnsTable({ collection, settings }: { collection: CollectionName; settings: Settings }) {
  const { configuration, changes, set } = settings
  const columns = configuration.columns[collection] ?? []
  const names = columns.map(({ name }) => name)
  const hasReaders = isReadByClients(collection)
  const swap = (place: number, other: number) => () => {
    const order = names.with(place, names[other] ?? '').with(other, names[place] ?? '')
    set(['columns', collection, 'order'], order)
  }
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table
        aria-label={t('columnsOf', { collection: collectionLabel(collection) })}
        sx={{
          maxWidth: 960,
          // Names and types break between words only; a narrow page scrolls.
          '& td, & th': { paddingInline: 2, overflowWrap: 'normal' },
          '& [data-part=detail]': { display: { xs: 'none', sm: 'table-cell' } },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ minWidth: 160 }}>{t('column')}</TableCell>
            <TableCell sx={{ minWidth: 160 }}>{t('columnEs')}</TableCell>
            <TableCell data-part="detail">{t('columnName')}</TableCell>
            <TableCell data-part="detail">{t('columnType')}</TableCell>
            <TableCell>{t('shownByDefault')}</TableCell>
            <TableCell>{t('inTables')}</TableCell>
            {hasReaders && <TableCell>{t('forClients')}</TableCell>}
            <TableCell>{t('place')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map((column, index) => (
            <ColumnRow
              key={column.name}
              column={column}
              isForClients={hasReaders ? isSeenByClients(collection, column) : null}
              isChanged={changes.some(({ field }) =>
                field.startsWith(`columns.${collection}.${column.name}.`),
              )}
              onSet={(property, value) => set(['columns', collection, column.name, property], value)}
              onUp={index === 0 ? undefined : swap(index, index - 1)}
              onDown={index === columns.length - 1 ? undefined : swap(index, index + 1)}
              removal={
                column.name.startsWith('custom.') && (
                  <RemoveField collection={collection} column={column} isUnsaved={changes.length > 0} />
                )
              }
            />
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

/**
 * The columns of the collection in the address: heading, order, default visibility, availability in tables.
 */
export function ColumnsTab({ settings }: { settings: Settings }) {
  const [search, setSearch] = useSearchParams()
  const asked = CollectionName.safeParse(search.get('collection'))
  const collection = asked.success ? asked.data : 'permits'
  const choose = (name: string) =>
    setSearch(
      (before) => {
        before.set('collection', name)
        return before
      },
      { replace: true },
    )
  return (
    <Stack spacing={5}>
      <FormControl sx={{ width: 280 }}>
        <InputLabel id="settings-collection">{t('collection')}</InputLabel>
        <Select
          labelId="settings-collection"
          label={t('collection')}
          value={collection}
          onChange={(event) => choose(event.target.value)}
        >
          {collectionNames.map((name) => (
            <MenuItem key={name} value={name}>
              {collectionLabel(name)}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      {isReadByClients(collection) && (
        <Typography sx={{ color: 'text.secondary' }}>{t('forClientsHint')}</Typography>
      )}
      <ColumnsTable collection={collection} settings={settings} />
      <RemovedFieldList collection={collection} isUnsaved={settings.changes.length > 0} />
    </Stack>
  )
}

import { CollectionName, collectionNames } from '@portal/contract'
import type { ColumnConfig, ConfigurationView } from '@portal/contract'
import { FormControl, InputLabel, MenuItem, Select, Stack, Table, TableBody, TableCell, TableHead, TableRow } from '@portal/shared-ui/mui'
import { useSearchParams } from '@portal/shared-ui/router'
import { t } from '../../texts.ts'
import { collectionLabel, typeLabel } from './names.ts'

const yesOrNo = (value: boolean) => (value ? t('yes') : t('no'))

function ColumnsTable({ label, columns }: { label: string; columns: readonly ColumnConfig[] }) {
  return (
    <Table aria-label={label} sx={{ maxWidth: 880, '& [data-part=detail]': { display: { xs: 'none', sm: 'table-cell' } } }}>
      <TableHead>
        <TableRow>
          <TableCell>{t('column')}</TableCell>
          <TableCell data-part="detail">{t('columnName')}</TableCell>
          <TableCell data-part="detail">{t('columnType')}</TableCell>
          <TableCell>{t('shownByDefault')}</TableCell>
          <TableCell>{t('inTables')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {columns.map((column) => (
          <TableRow key={column.name}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 550 }}>
              {column.label}
            </TableCell>
            <TableCell data-part="detail">{column.name}</TableCell>
            <TableCell data-part="detail">{typeLabel(column.type)}</TableCell>
            <TableCell>{yesOrNo(column.is_visible)}</TableCell>
            <TableCell>{yesOrNo(column.table_view)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The configured columns of one collection, which stands in the address. */
export function ColumnsTab({ configuration }: { configuration: ConfigurationView }) {
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
        <Select labelId="settings-collection" label={t('collection')} value={collection} onChange={(event) => choose(event.target.value)}>
          {collectionNames.map((name) => (
            <MenuItem key={name} value={name}>
              {collectionLabel(name)}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <ColumnsTable label={t('columnsOf', { collection: collectionLabel(collection) })} columns={configuration.columns[collection] ?? []} />
    </Stack>
  )
}

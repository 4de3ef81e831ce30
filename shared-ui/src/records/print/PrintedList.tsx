import Box from '@mui/material/Box'
import { findField } from '@portal/contract'
import type { Field } from '@portal/contract'
import { PrintDocument } from '../../print/PrintDocument.tsx'
import { usePrinting } from '../../print/use-printing.ts'
import { formatNumber } from '../../format/numbers.ts'
import { valueIn } from '../declaration/added-fields.ts'
import { isRightAligned } from '../grid/columns.ts'
import { FieldValue, plainText } from '../values/FieldValue.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import type { TablePage } from '../list/record-queries.ts'
import { toTableLines } from '../grid/lines.ts'
import type { TableLine } from '../grid/lines.ts'
import { t } from '../texts.ts'

/**
 * The page of a table on paper: its columns as they are shown, the headings on every sheet. The grid draws
 * only the rows in sight.
 */
export function PrintedList({ page }: { page: TablePage | undefined }) {
  const isPrinting = usePrinting()
  return isPrinting && page !== undefined && page.lines.length > 0 ? <Sheet page={page} /> : null
}

function Sheet({ page }: { page: TablePage }) {
  const { label, collection, columns, table, list } = useRecordPage()
  const from = (table.page - 1) * page.pageSize + 1
  const isGrouped = list.group !== undefined
  const count = isGrouped ? page.lineCount : page.count
  const [first, last] = [formatNumber(from), formatNumber(from + page.lines.length - 1)]
  const range =
    count === null
      ? t('rangeUncounted', { from: first, to: last })
      : t(isGrouped ? 'rangeLines' : 'range', { from: first, to: last, count: formatNumber(count) })
  return (
    <PrintDocument
      isLandscape
      title={label}
      subtitle={[range, table.searchToken].filter((part) => part !== '').join(' · ')}
    >
      <Box
        component="table"
        sx={{
          width: '100%',
          marginTop: '8pt',
          borderCollapse: 'collapse',
          fontSize: '8pt',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': {
            padding: '2.5pt 4pt',
            borderBottom: '1px solid #bbb',
            textAlign: 'left',
            verticalAlign: 'top',
            overflowWrap: 'break-word',
          },
          '& .is-right': { textAlign: 'right' },
          '& thead': { display: 'table-header-group' },
          '& thead th': { borderBottom: '1.5px solid #000' },
          '& tr': { breakInside: 'avoid' },
          // On screen words are cut where the column ends.
          '& td *': {
            whiteSpace: 'normal !important',
            overflow: 'visible !important',
            overflowWrap: 'inherit !important',
            maxWidth: 'none !important',
          },
          '& .is-short, & .is-short *': { whiteSpace: 'nowrap !important' },
        }}
      >
        <thead>
          <tr>
            {columns.map(({ name, label: heading, declared }) => (
              <th
                key={name}
                scope="col"
                className={isRightAligned(declared) ? 'is-right' : undefined}
                style={name === collection.titleField ? { minWidth: '120pt' } : undefined}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {toTableLines(page).map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
      </Box>
    </PrintDocument>
  )
}

/** Numbers stand at the right; they, days and the record's own number are never broken. */
function cellClass(name: string, declared: Field, numberField: string | null): string | undefined {
  if (isRightAligned(declared)) return 'is-right is-short'
  return name === numberField || declared.type === 'date' || declared.type === 'datetime'
    ? 'is-short'
    : undefined
}

function Line({ line }: { line: TableLine }) {
  const { collection, columns } = useRecordPage()
  if ('header' in line) {
    const { field, value, count, depth } = line.header
    const declared = findField(collection, field)
    const words =
      declared === undefined || value === null || value === undefined
        ? t('empty')
        : plainText(declared, value)
    return (
      <tr>
        <th colSpan={columns.length} scope="colgroup" style={{ paddingLeft: `${4 + depth * 10}pt` }}>
          {words} ({formatNumber(count)})
        </th>
      </tr>
    )
  }
  return (
    <tr>
      {columns.map(({ name, declared }) => (
        <td key={name} className={cellClass(name, declared, collection.numberField)}>
          <FieldValue declared={declared} value={valueIn(line.record, name)} inTable />
        </td>
      ))}
    </tr>
  )
}

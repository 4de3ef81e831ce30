import { attributeHeadingEs, attributeLabel, fieldOfAttribute } from '@portal/contract'
import type { ColumnConfig, Configuration, LibraryAttribute } from '@portal/contract'

type Columns = Configuration['columns']
type Attributes = readonly LibraryAttribute[]

/** Collections whose columns attributes have: a permit keeps its fields when it becomes processed. */
const ofPermits: ReadonlySet<string> = new Set(['permits', 'processed'])

/**
 * The columns of permits, each changed by its Spanish heading in the library. A column that an administrator
 * renamed has none there.
 */
function mapHeadings(
  columns: Columns,
  attributes: Attributes,
  change: (column: ColumnConfig, headingEs: string) => ColumnConfig,
): Columns {
  const headings = new Map(
    attributes.map((attribute) => [
      `${fieldOfAttribute(attribute)} ${attributeLabel(attribute)}`,
      attributeHeadingEs(attribute),
    ]),
  )
  const changed = (list: readonly ColumnConfig[]) =>
    list.map((column) => {
      const headingEs = headings.get(`${column.name} ${column.label}`)
      return headingEs === undefined ? column : change(column, headingEs)
    })
  return Object.fromEntries(
    Object.entries(columns).map(([collection, list]) => [
      collection,
      ofPermits.has(collection) ? changed(list) : list,
    ]),
  )
}

/** The columns with the Spanish headings of the library, where an administrator wrote none. */
export const withDetailHeadings = <Config extends { columns: Columns }>(
  config: Config,
  attributes: Attributes,
): Config => ({
  ...config,
  columns: mapHeadings(config.columns, attributes, (column, labelEs) =>
    (column.labelEs ?? '') === '' ? { ...column, labelEs } : column,
  ),
})

/**
 * The columns without the Spanish headings of the library, which are not stored twice: a working copy of a
 * page has them.
 */
export const withoutDetailHeadings = (config: Configuration, attributes: Attributes): Configuration => ({
  ...config,
  columns: mapHeadings(config.columns, attributes, (column, headingEs) => {
    const { labelEs, ...rest } = column
    return labelEs === headingEs ? rest : column
  }),
})

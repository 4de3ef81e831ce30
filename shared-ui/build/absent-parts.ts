import { fileURLToPath } from 'node:url'
import type { RuleSetRule } from 'webpack'
import type { AbsentExportsOptions } from './absent-exports-loader.ts'
import { filesAt } from './grid-parts.ts'

const loader = fileURLToPath(new URL('absent-exports-loader.ts', import.meta.url))

/**
 * Parts of libraries that the portal's pages never call and that no import can leave out. axios sends by
 * `fetch` (`src/api/api.ts`). Schemas are not written as JSON schemas. The grid draws only
 * (contract.md 2): the server writes and fetches its records.
 */
const absentParts = [
  { what: 'The XMLHttpRequest adapter of axios', files: ['axios/lib/adapters/xhr.js'] },
  {
    what: 'A form sent as JSON, or a request of a data: address',
    files: ['axios/lib/helpers/formDataToJSON.js', 'axios/lib/helpers/estimateDataURLDecodedBytes.js'],
  },
  {
    what: 'The JSON schema of a zod schema',
    files: ['zod/v4/core/json-schema-processors.js', 'zod/v4/core/to-json-schema.js'],
  },
  {
    what: 'An export or data source of the grid',
    files: [
      '@mui/x-data-grid/hooks/features/dataSource/useGridDataSource.mjs',
      '@mui/x-data-grid/hooks/features/export/useGridCsvExport.mjs',
      '@mui/x-data-grid/hooks/features/export/useGridPrintExport.mjs',
    ],
  },
] as const

/** The files that are left out, below node_modules. */
export const absentFiles: readonly string[] = absentParts.flatMap(({ files }) => files)

/** The rules that leave them out. */
export const absentRules = (): RuleSetRule[] =>
  absentParts.map(({ what, files }) => ({
    test: filesAt(files),
    use: [{ loader, options: { what } satisfies AbsentExportsOptions }],
  }))

import { fileURLToPath } from 'node:url'
import type { RuleSetRule } from 'webpack'
import type { LazyExportsOptions } from './lazy-exports-loader.ts'

/**
 * Parts of the data grid that the tables of the portal do not draw, below `@mui/x-data-grid/components`. The
 * grid imports them all; they stay in the build and load when a table draws one.
 */
const gridParts = [
  'GridFooter',
  'GridPagination',
  'GridRowCount',
  'GridSkeletonLoadingOverlay',
  'cell/GridActionsCell',
  'cell/GridBooleanCell',
  'cell/GridEditBooleanCell',
  'cell/GridEditDateCell',
  'cell/GridEditInputCell',
  'cell/GridEditLongTextCell',
  'cell/GridEditSingleSelectCell',
  'cell/GridLongTextCell',
  'cell/GridSkeletonCell',
  'columnHeaders/ColumnHeaderMenuIcon',
  'columnHeaders/GridColumnHeaderFilterIconButton',
  'columnHeaders/GridColumnGroupHeader',
  'GridColumnSortButton',
  'columnsManagement/GridColumnsManagement',
  'menu/columnMenu/GridColumnMenuContainer',
  'menu/columnMenu/menuItems/GridColumnMenuColumnsItem',
  'menu/columnMenu/menuItems/GridColumnMenuFilterItem',
  'menu/columnMenu/menuItems/GridColumnMenuHideItem',
  'menu/columnMenu/menuItems/GridColumnMenuManageItem',
  'menu/columnMenu/menuItems/GridColumnMenuSortItem',
  'panel/GridColumnsPanel',
  'panel/filterPanel/GridFilterInputDate',
  'panel/filterPanel/GridFilterInputMultipleSingleSelect',
  'panel/filterPanel/GridFilterInputMultipleValue',
  'panel/filterPanel/GridFilterInputSingleSelect',
  'panel/filterPanel/GridFilterInputValue',
  'panel/filterPanel/GridFilterPanel',
  'toolbar/GridToolbarExport',
  'toolbarV8/GridToolbar',
] as const

/** The same for parts that the grid mounts closed. */
const gridPopups = ['menu/GridMenu', 'panel/GridPanel'] as const

/** Components of Material UI that only those parts draw, and dialogs and menus of the portal. */
const muiParts = [
  'Autocomplete',
  'Badge',
  'Chip',
  'CircularProgress',
  'ClickAwayListener',
  'Divider',
  'FormControl',
  'FormControlLabel',
  'Grow',
  'InputLabel',
  'LinearProgress',
  'ListItemIcon',
  'ListItemText',
  'MenuItem',
  'MenuList',
  'Modal',
  'Popper',
  'Select',
  'Switch',
  'Tab',
  'TablePagination',
  'Tabs',
  'TextField',
  'TextareaAutosize',
  'ToggleButton',
  'Unstable_TrapFocus',
] as const

type Kind = LazyExportsOptions['kind']

const gridFiles = (names: readonly string[]) => names.map((name) => `@mui/x-data-grid/components/${name}.mjs`)
const muiIndexes = (names: readonly string[]) => names.map((name) => `@mui/material/${name}/index.mjs`)

/** Matches modules by their paths below node_modules. */
export const filesAt = (paths: readonly string[]): RegExp => {
  const either = paths.map((path) => path.replaceAll('.', '[.]').replaceAll('/', '[\\\\/]')).join('|')
  return new RegExp(`[\\\\/]node_modules[\\\\/](?:${either})$`)
}

interface Parts {
  kind: Kind
  files: readonly string[]
  /** Components of Material UI load on demand where the grid draws them. Other importers get them whole. */
  issuer?: RegExp
}

const drawnByGrid = filesAt(['@mui/x-data-grid/material/index.mjs'])

const parts: readonly Parts[] = [
  { kind: 'part', files: gridFiles(gridParts) },
  { kind: 'popup', files: gridFiles(gridPopups) },
  { kind: 'part', files: muiIndexes(muiParts), issuer: drawnByGrid },
  { kind: 'tooltip', files: muiIndexes(['Tooltip']), issuer: drawnByGrid },
  // No button shows that it loads by a circle; the theme has no ripples.
  {
    kind: 'part',
    files: muiIndexes(['CircularProgress']),
    issuer: filesAt(['@mui/material/Button/Button.mjs', '@mui/material/IconButton/IconButton.mjs']),
  },
  { kind: 'part', files: ['@mui/material/ButtonBase/TouchRipple.mjs'] },
]

/** The files that load on demand, below node_modules. */
export const lazyFiles: readonly { file: string; kind: Kind }[] = parts.flatMap(({ kind, files }) =>
  files.map((file) => ({ file, kind })),
)

const loader = fileURLToPath(new URL('lazy-exports-loader.ts', import.meta.url))

/** The rules that make parts of the data grid load on demand. */
export const gridRules = (): RuleSetRule[] =>
  parts.map(({ kind, files, issuer }) => ({
    test: filesAt(files),
    resourceQuery: { not: [/whole/] },
    ...(issuer !== undefined && { issuer }),
    use: [{ loader, options: { kind } satisfies LazyExportsOptions }],
  }))

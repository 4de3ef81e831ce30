import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'webpack'

/**
 * Files and folders of the record screens that are not in the chunk `records`: the code behind a menu, an
 * editor or a tab. It loads when one of these is first opened. Add a file that only such code imports.
 */
const recordsOnDemand = [
  'drawer/CorrectDialog.tsx',
  'drawer/assign',
  'drawer/history',
  'drawer/notes',
  'drawer/related',
  'drawer/tabs/OwnTab.tsx',
  'drawer/tabs/use-report-count.ts',
  'drawer/texts.es.ts',
  'drawer/texts.ts',
  'edit/DateInput.tsx',
  'edit/FieldEditor.tsx',
  'edit/PeopleField.tsx',
  'edit/RecurrenceField.tsx',
  'edit/ReferencePicker.tsx',
  'edit/dialogs/ConflictDialog.tsx',
  'edit/new/NewRecordForm.tsx',
  'filter/ConditionEditor.tsx',
  'filter/FilterChips.tsx',
  'filter/FilterMenu.tsx',
  'filter/GroupEditor.tsx',
  'filter/ValueInput.tsx',
  'filter/ValuePicker.tsx',
  'filter/focus-value.ts',
  'filter/format-condition.ts',
  'filter/texts.es.ts',
  'filter/texts.ts',
  'grid/menus/FieldPicker.tsx',
  'grid/menus/FieldSelect.tsx',
  'grid/menus/GroupMenu.tsx',
  'grid/menus/HideMenu.tsx',
  'grid/menus/MenuCount.tsx',
  'grid/menus/MenuFrame.tsx',
  'grid/menus/OrderedRows.tsx',
  'grid/menus/SortMenu.tsx',
  'grid/menus/group-menu.es.ts',
  'grid/menus/hide-menu.es.ts',
  'grid/menus/sort-menu.es.ts',
  'grid/menus/texts.es.ts',
  'grid/menus/texts.ts',
  'views/ViewForm.tsx',
  'views/ViewRow.tsx',
  'views/ViewsMenu.tsx',
  'views/texts.es.ts',
  'views/texts.ts',
  'views/use-view-writes.ts',
  'watching/WatchViewButton.tsx',
] as const

/**
 * Matches a path below `src/records` that is listed. Throws when a listed file was moved, which would change
 * its chunk.
 */
function onDemandPattern(): string {
  const folder = join(import.meta.dirname, '../src/records')
  const missing = recordsOnDemand.filter((path) => !existsSync(join(folder, path)))
  if (missing.length > 0)
    throw new Error(`build/shell-chunks.ts lists ${missing.join(', ')}, not found in ${folder}`)
  const paths = recordsOnDemand.map((path) => path.replaceAll('.', '[.]').replaceAll('/', '[\\\\/]'))
  return `(?:${paths.join('|')})(?:[\\\\/]|$)`
}

/**
 * Files that are always loaded together, one chunk per group. Otherwise webpack splits them into a dozen
 * small chunks.
 */
const groups = () => ({
  router:
    /[\\/]node_modules[\\/]react-router[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]router|remote[\\/])/,
  mui: /[\\/]node_modules[\\/](@mui[\\/](material|system|utils)|@popperjs|react-transition-group)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]mui|inputs[\\/])/,
  records: new RegExp(
    String.raw`[\\/]node_modules[\\/](@mui[\\/]x-[^\\/]+|@base-ui|reselect|use-sync-external-store)[\\/]|[\\/]shared-ui[\\/]src[\\/](facades[\\/]table|records[\\/](?!${onDemandPattern()}))`,
  ),
})

/**
 * The chunk of the portal behind the sign-in pages. Its code stays together, and the groups hold what is
 * loaded after it.
 */
const afterPortal = (chunk: { name?: string | null | undefined; isOnlyInitial(): boolean }): boolean =>
  chunk.name !== 'portal' && !chunk.isOnlyInitial()

/** How the shell's lazy code is split into chunks. Code that is already in the main file stays there. */
export function shellChunks(): NonNullable<Configuration['optimization']> {
  const cacheGroups = Object.fromEntries(
    Object.entries(groups()).map(([name, test]) => [
      name,
      { name, test, chunks: afterPortal, enforce: true, priority: 10 },
    ]),
  )
  return { splitChunks: { chunks: afterPortal, cacheGroups } }
}

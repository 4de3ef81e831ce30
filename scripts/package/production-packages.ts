import { execFileSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../run.ts'

/**
 * Folders of the npm packages that the server needs when it runs, relative to the repository. Read from
 * node_modules by npm, without a network; links to packages of this repository are left out.
 */
export function productionPackages(): string[] {
  const listed = execFileSync(
    'npm',
    ['ls', '--workspace', '@portal/server', '--omit=dev', '--all', '--parseable', '--offline'],
    { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1_048_576, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const folders = listed
    .trim()
    .split('\n')
    .map((folder) => relative(root, folder).split(sep).join('/'))
    .filter((folder) => folder.includes('node_modules/'))
  return [...new Set(folders)].filter((folder) => lstatSync(join(root, folder)).isDirectory()).toSorted()
}

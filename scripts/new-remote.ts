import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RemoteManifest } from '@portal/contract'
import { addToWorkspace } from './new-remote/workspace.ts'
import { filesOf } from '@portal/remote-cli/remote-files'
import { root } from './run.ts'

/**
 * Why a remote cannot have that name, or null. The name is used in folders, URLs and global variables of the
 * page.
 */
function whyNot(name: string | undefined): string | null {
  if (name === undefined) return 'Name the new remote: npm run new-remote -- inspections'
  if (!/^[a-z]{2,20}$/.test(name))
    return `A remote is named by 2 to 20 lower-case letters, and ${name} is not: npm run new-remote -- inspections`
  if (existsSync(join(root, `mfe-${name}`)))
    return `There is a folder mfe-${name} already: choose another name.`
  const owner = manifests().find(({ routes }) => routes.some(({ path }) => path === `/${name}`))?.name
  return owner === undefined
    ? null
    : `The remote ${owner} has the address /${name} already: choose another name.`
}

function manifests(): RemoteManifest[] {
  return globSync('mfe-*/portal.json', { cwd: root }).map((file) =>
    RemoteManifest.parse(JSON.parse(readFileSync(join(root, file), 'utf8'))),
  )
}

/**
 * `npm run new-remote -- NAME`: creates a remote with a page in the menu, a test, and the configuration to
 * build and deploy it.
 */
function make(name: string): void {
  const orders = manifests().flatMap(({ routes }) =>
    routes.flatMap(({ menu }) => (menu === undefined ? [] : [menu.order])),
  )
  for (const [path, text] of Object.entries(filesOf(name, Math.max(0, ...orders) + 1))) {
    const file = join(root, `mfe-${name}`, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  addToWorkspace(name)
  console.log(`mfe-${name} is there: its README says what is what. What comes next, from anywhere in the repository:

  npm start
    the portal, if it does not run yet
  npm run deploy -- ${name}
    builds it and puts it in force there: the menu has it at once, and nothing is restarted
  npm run dev -- ${name}
    shows every change in the open page
  npm test -w @portal/mfe-${name}
    runs its tests`)
}

const [name] = process.argv.slice(2)
const reason = whyNot(name)
if (reason !== null || name === undefined) {
  console.error(reason)
  process.exitCode = 1
} else make(name)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './run.ts'

const Package = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().default(false),
  workspaces: z.array(z.string()).default([]),
})
const readPackage = (folder: string) =>
  Package.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))

/** One line for each package of this repository: name, version, folder, and whether it is private. */
function packageList(): string[] {
  const packages = readPackage('').workspaces.map((folder) => ({ folder, ...readPackage(folder) }))
  const width = (of: (each: (typeof packages)[number]) => string) =>
    Math.max(...packages.map((each) => of(each).length))
  const [names, versions, folders] = [
    width(({ name }) => name),
    width(({ version }) => version),
    width(({ folder }) => folder),
  ]
  return packages.map(({ name, version, folder, private: isPrivate }) =>
    `${name.padEnd(names)} v${version.padEnd(versions)} ${folder.padEnd(folders)} ${isPrivate ? '(private)' : ''}`.trimEnd(),
  )
}

/** `npm run packages`: lists the packages of this repository. */
if (import.meta.main) for (const line of packageList()) console.log(line)

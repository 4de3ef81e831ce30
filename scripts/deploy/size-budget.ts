import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RemotePackage } from '@portal/contract'
import { root } from '../run.ts'
import { Refused } from './refused.ts'

/** What a remote's scripts and styles may weigh as they are sent, where its package.json names no other `portal.sizeBudgetKb`. */
const usualBudgetKb = 150

/** Throws when a build weighs more than its budget: everybody who opens the remote would pay for it. */
export function checkSize(name: string): void {
  const folder = join(root, `mfe-${name}`)
  const { portal } = RemotePackage.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const budgetKb = portal?.sizeBudgetKb ?? usualBudgetKb
  const files = globSync('**/*.{js,css}', { cwd: join(folder, 'dist') })
  const weights = files.map((file) =>
    Math.min(...globSync(`${file}{,.br,.gz}`, { cwd: join(folder, 'dist') }).map((each) => statSync(join(folder, 'dist', each)).size)),
  )
  const sizeKb = Math.ceil(weights.reduce((sum, size) => sum + size, 0) / 1000)
  if (sizeKb <= budgetKb) return
  throw new Refused(
    `${name} is not deployed: its scripts and styles weigh ${sizeKb} kB as they are sent, and its budget is ${budgetKb} kB. Make it lighter, or raise portal.sizeBudgetKb in mfe-${name}/package.json.`,
  )
}
